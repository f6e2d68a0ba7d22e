//! The order in which kinds of cards are laid, and the parts of the columns at each.

use super::spec::{Kind, PlacementSpec, Sum, count};

/// One kind of cards, and what it makes a difference to.
#[derive(Debug, Clone)]
pub(super) struct Level {
    pub(super) cards: Vec<u8>,
    /// The columns of each part before anything is laid, at the first level; parts are adjacent.
    pub(super) room: Vec<u8>,
    /// The parts that this kind may go to, ascending.
    pub(super) fits: Vec<u8>,
    /// What part of the next level each part belongs to; never descending.
    pub(super) later: Vec<u8>,
    /// Whether it makes no difference which columns of a part are taken.
    pub(super) alike: Vec<bool>,
    /// The sums that this kind or a later one counts for.
    pub(super) sums: Vec<Open>,
}

/// A sum that is not complete yet.
#[derive(Debug, Clone)]
pub(super) struct Open {
    /// Its number.
    pub(super) sum: usize,
    /// What a card of this kind weighs.
    pub(super) weight: u32,
    /// Whether cards in each part count.
    pub(super) counts: Vec<bool>,
    /// The weight of all cards of later kinds.
    pub(super) to_come: u32,
    /// Whether a later kind counts.
    pub(super) goes_on: bool,
}

/// The levels, and the groups in the order of their parts.
pub(super) fn levels(spec: &PlacementSpec) -> (Vec<Level>, Vec<usize>) {
    let kinds = in_order(spec);
    let parts: Vec<Vec<usize>> = (0..=kinds.len()).map(|at| parts(spec, &kinds[at..])).collect();
    let mut order: Vec<usize> = (0..spec.groups.len()).collect();
    // Parts only grow together: in this order each is a run of groups at every level.
    order.sort_by_key(|&group| parts.iter().rev().map(|of| of[group]).collect::<Vec<_>>());
    let runs: Vec<Vec<u8>> = parts.iter().map(|of| numbered(of, &order)).collect();
    let levels = (0..kinds.len()).map(|at| level(spec, &kinds, at, &order, &runs)).collect();
    (levels, order)
}

/// The kinds in the order in which they are laid: the narrowest first, so that the widest find few
/// parts; and those that no sum counts last.
fn in_order(spec: &PlacementSpec) -> Vec<usize> {
    let mut kinds: Vec<usize> = (0..spec.kinds.len()).collect();
    kinds.retain(|&kind| !spec.kinds[kind].cards.is_empty());
    kinds.sort_by_key(|&kind| {
        let weights: Vec<bool> = spec.sums.iter().map(|sum| sum.weights[kind] == 0).collect();
        (spec.kinds[kind].groups.count_ones(), weights, spec.kinds[kind].cards.clone())
    });
    kinds
}

/// The number of the part of each group, if only these kinds are still to be laid.
fn parts(spec: &PlacementSpec, kinds: &[usize]) -> Vec<usize> {
    let open = |sum: &&Sum| kinds.iter().any(|&kind| sum.weights[kind] > 0);
    let mut seen: Vec<Vec<bool>> = Vec::new();
    let signature = |group: usize| -> Vec<bool> {
        let fits = kinds.iter().map(|&kind| has(spec.kinds[kind].groups, group));
        let sums = spec.sums.iter().filter(open).map(|sum| has(sum.groups, group));
        fits.chain(sums).collect()
    };
    (0..spec.groups.len())
        .map(|group| {
            let signature = signature(group);
            seen.iter().position(|other| *other == signature).unwrap_or_else(|| {
                seen.push(signature);
                seen.len() - 1
            })
        })
        .collect()
}

/// The number of the run of each group in the order given.
fn numbered(parts: &[usize], order: &[usize]) -> Vec<u8> {
    let mut run = 0;
    let mut found = Vec::with_capacity(order.len());
    for (at, &group) in order.iter().enumerate() {
        run += u8::from(at > 0 && parts[group] != parts[order[at - 1]]);
        found.push(run);
    }
    found
}

fn level(
    spec: &PlacementSpec,
    kinds: &[usize],
    at: usize,
    order: &[usize],
    runs: &[Vec<u8>],
) -> Level {
    let kind: &Kind = &spec.kinds[kinds[at]];
    let parts = runs[at].last().map_or(0, |last| usize::from(*last) + 1);
    // One group of each part stands for all of it.
    let firsts: Vec<usize> = (0..parts)
        .filter_map(|part| runs[at].iter().position(|&run| usize::from(run) == part))
        .collect();
    let groups_of = |part: usize| {
        let of = order.iter().zip(&runs[at]);
        of.filter(move |(_, run)| usize::from(**run) == part).map(|(&group, _)| &spec.groups[group])
    };
    let columns = |part| groups_of(part).map(|group| group.columns.len()).sum::<usize>();
    let is_in = |set: u128| firsts.iter().map(move |&first| has(set, order[first]));
    let later = kinds.get(at + 1..).unwrap_or_default();
    let open = |(number, sum): (usize, &Sum)| {
        let goes_on = later.iter().any(|&kind| sum.weights[kind] > 0);
        let weight = sum.weights[kinds[at]];
        (weight > 0 || goes_on).then(|| Open {
            sum: number,
            weight,
            counts: is_in(sum.groups).collect(),
            to_come: later
                .iter()
                .map(|&k| sum.weights[k].saturating_mul(count(spec.kinds[k].cards.len())))
                .fold(0, u32::saturating_add),
            goes_on,
        })
    };
    Level {
        cards: kind.cards.clone(),
        room: (0..parts).map(|part| u8::try_from(columns(part)).unwrap_or(u8::MAX)).collect(),
        fits: (0..).zip(is_in(kind.groups)).filter(|(_, fits)| *fits).map(|(p, _)| p).collect(),
        later: firsts.iter().map(|&first| runs[at + 1][first]).collect(),
        alike: (0..parts)
            .map(|part| groups_of(part).count() == 1 && groups_of(part).all(|group| group.is_hand))
            .collect(),
        sums: spec.sums.iter().enumerate().filter_map(open).collect(),
    }
}

fn has(set: u128, group: usize) -> bool {
    set >> group & 1 == 1
}
