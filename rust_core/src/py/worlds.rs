//! `Worlds`: drawing what a seat thinks possible.

use numpy::{
    PyArray2, PyArray3, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2, PyUntypedArrayMethods,
};
use pyo3::prelude::*;

use super::deals::{empty, pool, report, values};
use super::errors::Kind;
use super::plans;
use super::reader::{Reader, count, threads as thread_count, word};
use crate::batch::{Look, Sampled, Sampling, sample_looks, sample_rows};
use crate::random::{
    CaseSpec, Group, Holding, Kind as Cards, LaidCard, LaySpec, NoWorlds, PlacementSpec, RowHand,
    Shown, Source, Sum, TrailStep, Trails, TrailsSpec, Unseen, Worlds, WorldsSpec,
};

/// Rows that are drawn at first before anybody else has a say, and at most.
const AT_ONCE: (usize, usize) = (1 << 6, 1 << 17);

/// Rows, what was laid away in secret, how often worlds were drawn, and the number of the row for
/// which that was not enough.
type Drawn<'py> = (Bound<'py, PyArray2<u8>>, Bound<'py, PyArray2<u8>>, u64, Option<usize>);

/// What a seat thinks possible. Immutable.
#[pyclass(name = "Worlds", module = "ultimo._core", frozen)]
pub(super) struct PyWorlds {
    worlds: Sampled,
}

#[pymethods]
impl PyWorlds {
    #[new]
    fn new(py: Python<'_>, spec: &Bound<'_, PyAny>) -> PyResult<Self> {
        let spec = Reader::new(spec, "worlds", Kind::Deal);
        let made = if spec.get("kind")?.choice(&[("whole", true), ("trails", false)])? {
            let spec = read_worlds(&spec)?;
            py.detach(|| Worlds::new(&spec)).map(|worlds| Sampled::Worlds(Box::new(worlds)))
        } else {
            let spec = read_trails(&spec)?;
            py.detach(|| Trails::new(&spec)).map(|trails| Sampled::Trails(Box::new(trails)))
        };
        match made {
            Ok(worlds) => Ok(Self { worlds }),
            Err(NoWorlds::Faults(faults)) => {
                Err(Kind::Deal.faults(py, "bad_worlds", "bad worlds", &faults))
            }
            Err(NoWorlds::TooMany) => {
                let message = "there are too many cases to count";
                Err(Kind::Deal.error(py, "too_many_cases", message))
            }
        }
    }

    /// Whether there is any world, before it is asked how cards were laid away.
    #[getter]
    fn is_possible(&self) -> bool {
        self.worlds.is_possible()
    }

    /// Draws worlds.
    #[pyo3(signature = (
        n, *, seed, tries, start = None, attempt = None, threads = None, progress = None
    ))]
    /// Draw worlds.
    #[allow(clippy::too_many_arguments, reason = "keywords in Python")]
    fn rows<'py>(
        &self,
        py: Python<'py>,
        n: &Bound<'py, PyAny>,
        seed: &Bound<'py, PyAny>,
        tries: &Bound<'py, PyAny>,
        start: Option<&Bound<'py, PyAny>>,
        attempt: Option<&Bound<'py, PyAny>>,
        threads: Option<&Bound<'py, PyAny>>,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Drawn<'py>> {
        let n = count(n, "n")?;
        let start = start.map_or(Ok(0), |start| word(start, "start"))?;
        let attempt =
            attempt.map_or(Ok(0), |attempt| Reader::new(attempt, "attempt", Kind::Option).int())?;
        let of =
            Sampling { seed: word(seed, "seed")?, start, attempt, tries: word(tries, "tries")? };
        let (size, secret) = (self.worlds.deck_size(), self.worlds.laid());
        let pool = pool(py, thread_count(threads)?, n < 2048)?;
        let (rows, laid) =
            (empty::<u8>(py, n, size, "uint8")?, empty::<u8>(py, n, secret, "uint8")?);
        let (mut row_values, mut laid_values) = (rows.try_readwrite()?, laid.try_readwrite()?);
        let (mut left, mut left_laid) = (values(&mut row_values)?, values(&mut laid_values)?);
        let (mut done, mut drawn, mut missing) = (0, 0, None);
        let mut at_once = AT_ONCE.0;
        while done < n && missing.is_none() {
            let part = at_once.min(n - done);
            let (rows, rest) = std::mem::take(&mut left).split_at_mut(part * size);
            let (laid, rest_laid) = std::mem::take(&mut left_laid).split_at_mut(part * secret);
            (left, left_laid) = (rest, rest_laid);
            let of = Sampling { start: of.start.wrapping_add(done as u64), ..of };
            let (tries, none) = py.detach(|| sample_rows(&pool, &self.worlds, of, rows, laid));
            drawn += tries;
            missing = none.map(|number| done + number);
            done += part;
            // About as many tries at a time as rows at most.
            let cost = usize::try_from(tries).unwrap_or(usize::MAX) / part.max(1);
            at_once = (AT_ONCE.1 / cost.max(1)).clamp(1, AT_ONCE.1);
            report(py, progress, done, n)?;
        }
        drop((row_values, laid_values));
        Ok((rows, laid, drawn, missing))
    }
}

/// Draws what many seats think possible after what plays have shown.
#[pyfunction]
#[pyo3(signature = (worlds, which, seeds, out, *, tries, owner, barred, cards = None, threads = None))]
#[allow(clippy::too_many_arguments, reason = "keywords in Python")]
#[allow(clippy::needless_pass_by_value, reason = "as PyO3 gives it")]
pub(super) fn sample_worlds(
    py: Python<'_>,
    worlds: Vec<PyRef<'_, PyWorlds>>,
    which: PyReadonlyArray1<'_, i64>,
    seeds: PyReadonlyArray1<'_, u64>,
    out: &Bound<'_, PyArray3<u8>>,
    tries: &Bound<'_, PyAny>,
    owner: PyReadonlyArray2<'_, i8>,
    barred: PyReadonlyArray2<'_, u16>,
    cards: Option<PyReadonlyArray2<'_, u8>>,
    threads: Option<&Bound<'_, PyAny>>,
) -> PyResult<Vec<bool>> {
    let (count, n, deck) = (which.len(), out.shape()[1], out.shape()[2]);
    let wrong = |message| Kind::Option.error(py, "shape", message);
    let is_even = seeds.len() == count
        && out.shape()[0] == count
        && owner.shape() == [count, deck]
        && barred.shape() == [count, deck]
        && cards.as_ref().is_none_or(|cards| cards.shape() == [count, deck]);
    if !is_even || worlds.iter().any(|own| own.worlds.deck_size() != deck) {
        return Err(wrong("the arrays have different shapes"));
    }
    let tries = word(tries, "tries")?;
    let pool = pool(py, thread_count(threads)?, count.saturating_mul(n + 16) < 2048)?;
    let (owner, barred) = (owner.as_slice()?, barred.as_slice()?);
    let cards = cards.as_ref().map(PyReadonlyArray2::as_slice).transpose()?;
    let mut looks = Vec::with_capacity(count);
    for (at, (&number, &seed)) in which.as_slice()?.iter().zip(seeds.as_slice()?).enumerate() {
        let own = usize::try_from(number).ok().and_then(|number| worlds.get(number));
        let own = own.ok_or_else(|| wrong("there are no such worlds"))?;
        let part = at * deck..(at + 1) * deck;
        let shown = Shown {
            owner: &owner[part.clone()],
            barred: &barred[part.clone()],
            cards: cards.map(|cards| &cards[part]),
        };
        looks.push(Look { worlds: &own.worlds, shown, seed });
    }
    let mut rows = out.try_readwrite()?;
    let rows = rows.as_slice_mut()?;
    Ok(py.detach(|| sample_looks(&pool, &looks, (n, tries), rows)))
}

/// Reads a `plan.WorldsSpec`.
fn read_worlds(plan: &Reader<'_>) -> PyResult<WorldsSpec> {
    let slot_or_card = |source: &Reader<'_>| {
        let number: i64 = source.int()?;
        let of = |number: i64| u8::try_from(number).map_err(|_| source.wrong_value("source", "?"));
        if number < 0 { of(-1 - number).map(Source::Card) } else { of(number).map(Source::Slot) }
    };
    Ok(WorldsSpec {
        deck_size: plan.get("deck_size")?.int()?,
        cases: plan.get("cases")?.each(case)?,
        row: plan.get("row")?.each(slot_or_card)?,
        hands: plan.get("hands")?.each(|hand| {
            Ok(RowHand {
                columns: hand.get("columns")?.ints()?,
                slots: hand.get("slots")?.ints()?,
                cards: hand.get("cards")?.ints()?,
                without: hand.get("without")?.ints()?,
            })
        })?,
        seats: plan.get("seats")?.int()?,
        lay: plan.get("lay")?.some().map(|lay| read_lay(&lay)).transpose()?,
        void: plans::void_hands(&plan.get("void")?)?,
    })
}

fn read_lay(lay: &Reader<'_>) -> PyResult<LaySpec> {
    let event = |event: &Reader<'_>| {
        if event.value().is_none() { Ok(None) } else { event.int().map(Some) }
    };
    Ok(LaySpec {
        laid: lay.get("laid")?.ints()?,
        kept: lay.get("kept")?.ints()?,
        kept_cards: lay.get("kept_cards")?.ints()?,
        events: lay.get("events")?.each(event)?,
        tiers: lay.get("tiers")?.each(Reader::ints)?,
    })
}

fn case(plan: &Reader<'_>) -> PyResult<CaseSpec> {
    let seat = |number: i64| u8::try_from(number).ok();
    let seats = plan.get("seats")?.ints::<i64>()?.into_iter().map(seat).collect();
    Ok(CaseSpec { placement: placement(plan)?, seats })
}

fn placement(plan: &Reader<'_>) -> PyResult<PlacementSpec> {
    let groups = |reader: &Reader<'_>| -> PyResult<u128> {
        let bit = |group: u8| 1_u128.checked_shl(u32::from(group)).unwrap_or(0);
        Ok(reader.ints()?.into_iter().fold(0, |set, group| set | bit(group)))
    };
    Ok(PlacementSpec {
        groups: plan.get("groups")?.each(|group| {
            Ok(Group {
                columns: group.get("slots")?.ints()?,
                is_hand: group.get("is_hand")?.flag()?,
            })
        })?,
        kinds: plan.get("kinds")?.each(|kind| {
            Ok(Cards { cards: kind.get("cards")?.ints()?, groups: groups(&kind.get("groups")?)? })
        })?,
        sums: plan.get("sums")?.each(|sum| {
            Ok(Sum {
                groups: groups(&sum.get("groups")?)?,
                weights: sum.get("weights")?.ints()?,
                at_least: sum.get("at_least")?.int()?,
                at_most: sum.get("at_most")?.int()?,
            })
        })?,
    })
}

/// Reads a `plan.TrailsSpec`.
fn read_trails(plan: &Reader<'_>) -> PyResult<TrailsSpec> {
    Ok(TrailsSpec {
        deck_size: plan.get("deck_size")?.int()?,
        places: plan.get("places")?.int()?,
        cases: plan.get("cases")?.each(case)?,
        slots: plan.get("slots")?.ints()?,
        known: plan.get("known")?.each(pair)?,
        steps: plan.get("steps")?.each(step)?,
        row: plan.get("row")?.each(pair)?,
        hands: plan.get("hands")?.each(|hand| {
            Ok((
                hand.get("columns")?.ints()?,
                hand.get("place")?.int()?,
                hand.get("without")?.ints()?,
            ))
        })?,
        seats: plan.get("seats")?.int()?,
        fixed: plan.get("fixed")?.each(pair)?,
        void: plans::void_hands(&plan.get("void")?)?,
    })
}

/// Reads two numbers.
fn pair(pair: &Reader<'_>) -> PyResult<(u8, u8)> {
    let [first, second] =
        <[u8; 2]>::try_from(pair.ints()?).map_err(|_| pair.wrong_type("two numbers"))?;
    Ok((first, second))
}

fn step(step: &Reader<'_>) -> PyResult<TrailStep> {
    Ok(TrailStep {
        seen: step.get("seen")?.each(|moved| {
            let [card, from, to] = <[u8; 3]>::try_from(moved.ints()?)
                .map_err(|_| moved.wrong_type("three numbers"))?;
            Ok((card, from, to))
        })?,
        mixed: step
            .get("mixed")?
            .each(|mixed| Ok((mixed.get("cards")?.ints()?, mixed.get("places")?.ints()?)))?,
        unseen: step.get("unseen")?.each(|unseen| {
            Ok(Unseen {
                to: unseen.get("to")?.int()?,
                from: unseen.get("sources")?.ints()?,
                stayed: unseen.get("stayed")?.ints()?,
                others: unseen.get("others")?.ints()?,
            })
        })?,
        allowed: step.get("allowed")?.each(Reader::ints)?,
        holdings: step.get("holdings")?.each(|held| {
            Ok(Holding {
                place: held.get("place")?.int()?,
                cards: held.get("cards")?.ints()?,
                at_least: held.get("at_least")?.int()?,
                at_most: held.get("at_most")?.int()?,
            })
        })?,
        laid: step.get("laid")?.some().map(|laid| laid_card(&laid)).transpose()?,
    })
}

fn laid_card(laid: &Reader<'_>) -> PyResult<LaidCard> {
    Ok(LaidCard {
        place: laid.get("place")?.int()?,
        card: laid.get("card")?.some().map(|card| card.int()).transpose()?,
        tiers: laid.get("tiers")?.each(Reader::ints)?,
    })
}
