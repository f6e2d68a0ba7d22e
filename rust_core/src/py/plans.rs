//! Reading the dataclasses of `ultimo.plan`.

use pyo3::prelude::*;

use super::reader::Reader;
use crate::payoff::{Axis, Fact, Window};
use crate::play::{Owner, Setup};
use crate::random::{DealSpec, Gaps, VoidHand};
use crate::rules::{
    Beat, Close, Declaration, Draw, Drawing, Duty, Emperor, EndRule, Exchange, Excuse, GoOut,
    Marriage, MarriageRule, PileRule, Prize, Reserved, RulesSpec, Scheme, Trump, Void,
};

/// What `read` makes of an attribute that may be `None`.
fn option<'py, T>(
    plan: &Reader<'py>,
    name: &str,
    read: impl Fn(&Reader<'py>) -> PyResult<T>,
) -> PyResult<Option<T>> {
    plan.get(name)?.some().map(|value| read(&value)).transpose()
}

fn int_option<T: TryFrom<i64>>(plan: &Reader<'_>, name: &str) -> PyResult<Option<T>> {
    option(plan, name, Reader::int)
}

/// Reads a `plan.RulesSpec`.
pub(super) fn rules_spec(plan: &Reader<'_>) -> PyResult<RulesSpec> {
    Ok(RulesSpec {
        seats: plan.get("seats")?.int()?,
        deck_size: plan.get("deck_size")?.int()?,
        lanes: plan.get("lanes")?.each(Reader::ints)?,
        trump: trump(&plan.get("trump")?)?,
        void_lane: int_option(plan, "void_lane")?,
        excuse: option(plan, "excuse", |excuse| {
            Ok(Excuse { card: excuse.get("card")?.int()?, owed: excuse.get("owed")?.int()? })
        })?,
        values: plan.get("values")?.ints()?,
        scheme: plan.get("scheme")?.choice(&[
            ("ones", Scheme::Ones),
            ("halves", Scheme::Halves),
            ("thirds", Scheme::Thirds),
        ])?,
        last_trick_units: plan.get("last_trick_units")?.int()?,
        sides: plan.get("sides")?.ints()?,
        duty: duty(&plan.get("duty")?)?,
        reserved: plan.get("reserved")?.each(|reserved| {
            Ok(Reserved {
                seats: reserved.get("seats")?.int()?,
                cards: reserved.get("cards")?.ints()?,
            })
        })?,
        emperor: option(plan, "emperor", emperor)?,
        drawing: option(plan, "drawing", drawing)?,
        piles: option(plan, "piles", piles)?,
        marriages: option(plan, "marriages", marriages)?,
        declarations: plan.get("declarations")?.each(declaration)?,
        go_out: option(plan, "go_out", |go_out| {
            Ok(GoOut { seat: go_out.get("seat")?.int()?, units: go_out.get("units")?.int()? })
        })?,
        knockers: plan.get("knockers")?.int()?,
        idle: plan.get("idle")?.int()?,
        prize: option(plan, "prize", |prize| {
            Ok(Prize { card: prize.get("card")?.int()?, seats: prize.get("seats")?.int()? })
        })?,
        watched: plan.get("watched")?.ints()?,
        late_from: plan.get("late_from")?.int()?,
        ends: plan.get("ends")?.each(end_rule)?,
    })
}

fn trump(value: &Reader<'_>) -> PyResult<Trump> {
    if value.value().is_none() {
        Ok(Trump::None)
    } else if value.text().is_some() {
        value.choice(&[("first_lead", Trump::FirstLead)])
    } else {
        value.int().map(Trump::Lane)
    }
}

fn duty(plan: &Reader<'_>) -> PyResult<Duty> {
    Ok(Duty {
        follow: plan.get("follow")?.flag()?,
        beat: plan.get("beat")?.choice(&[
            ("never", Beat::Never),
            ("trumps", Beat::Trumps),
            ("always", Beat::Always),
        ])?,
        void: plan.get("void")?.choice(&[
            ("free", Void::Free),
            ("trump", Void::Trump),
            ("overtrump", Void::Overtrump),
            ("overtrump_or_free", Void::OvertrumpOrFree),
        ])?,
    })
}

fn emperor(plan: &Reader<'_>) -> PyResult<Emperor> {
    Ok(Emperor {
        cards: plan.get("cards")?.ints()?,
        winner: plan.get("winner")?.int()?,
        forced: plan.get("forced")?.flag()?,
        led: int_option(plan, "led")?,
    })
}

fn drawing(plan: &Reader<'_>) -> PyResult<Drawing> {
    Ok(Drawing {
        draw: plan.get("draw")?.choice(&[
            ("each_winner_first", Draw::EachWinnerFirst),
            ("to_winners_pile", Draw::ToWinnersPile),
        ])?,
        duty: option(plan, "duty", duty)?,
        exchange: option(plan, "exchange", |exchange| {
            Ok(Exchange {
                card: exchange.get("card")?.int()?,
                needs_trick: exchange.get("needs_trick")?.flag()?,
                min_stock: exchange.get("min_stock")?.int()?,
            })
        })?,
        close: option(plan, "close", |close| {
            Ok(Close {
                min_stock: close.get("min_stock")?.int()?,
                duty: duty(&close.get("duty")?)?,
                few_below: close.get("few_below")?.int()?,
            })
        })?,
    })
}

fn piles(plan: &Reader<'_>) -> PyResult<PileRule> {
    Ok(PileRule {
        takes: plan.get("takes")?.ints()?,
        takes_in_play: plan.get("takes_in_play")?.flag()?,
        lead_from_hand: plan.get("lead_from_hand")?.flag()?,
        at_once: plan.get("at_once")?.flag()?,
    })
}

fn marriages(plan: &Reader<'_>) -> PyResult<MarriageRule> {
    let pairs = plan.get("pairs")?.each(|pair| {
        let cards = pair.get("cards")?;
        let cards = cards.ints()?.try_into().map_err(|_| cards.wrong_type("two cards"))?;
        Ok(Marriage { cards, units: pair.get("units")?.int()? })
    })?;
    Ok(MarriageRule {
        pairs,
        following: plan.get("following")?.flag()?,
        at_start: plan.get("at_start")?.flag()?,
        needs_trick: plan.get("needs_trick")?.flag()?,
        by_side: plan.get("by_side")?.flag()?,
    })
}

fn declaration(plan: &Reader<'_>) -> PyResult<Declaration> {
    Ok(Declaration {
        cards: plan.get("cards")?.ints()?,
        needed: plan.get("needed")?.int()?,
        barred_by: plan.get("barred_by")?.ints()?,
    })
}

fn end_rule(plan: &Reader<'_>) -> PyResult<EndRule> {
    if plan.get("kind")?.choice(&[("tricks", true), ("points", false)])? {
        Ok(EndRule::Tricks {
            seats: plan.get("seats")?.int()?,
            at_least: plan.get("at_least")?.int()?,
        })
    } else {
        Ok(EndRule::Points {
            seats: plan.get("seats")?.int()?,
            at_least: plan.get("at_least")?.int()?,
            not_behind: plan.get("not_behind")?.flag()?,
            on_lead: int_option(plan, "on_lead")?,
            after_card: int_option(plan, "after_card")?,
        })
    }
}

/// Reads a `plan.Axis`.
pub(super) fn axis(plan: &Reader<'_>) -> PyResult<Axis> {
    Ok(Axis { fact: fact(&plan.get("fact")?)?, classes: option(plan, "classes", Reader::ints)? })
}

fn fact(plan: &Reader<'_>) -> PyResult<Fact> {
    let seats = || plan.get("seats")?.int();
    let kinds = [
        "points",
        "tricks",
        "last_trick",
        "captured",
        "prize",
        "held",
        "fate",
        "declared",
        "went_out",
        "closed",
        "ended_by",
        "seats",
        "most_points",
    ];
    Ok(match plan.get("kind")?.choice(&kinds.map(|kind| (kind, kind)))? {
        "points" => Fact::Points {
            seats: seats()?,
            laid: plan.get("laid")?.flag()?,
            marriages: plan.get("marriages")?.flag()?,
            max: plan.get("max")?.int()?,
        },
        "tricks" => Fact::Tricks { seats: seats()?, late: plan.get("late")?.flag()? },
        "captured" => Fact::Captured {
            cards: plan.get("cards")?.ints()?,
            seats: seats()?,
            laid: plan.get("laid")?.flag()?,
        },
        "prize" => Fact::Prize { cards: plan.get("cards")?.ints()? },
        "held" => Fact::Held {
            sets: plan.get("sets")?.each(Reader::ints)?,
            seats: seats()?,
            joint: plan.get("joint")?.flag()?,
        },
        "fate" => Fact::Fate {
            watched: plan.get("watched")?.int()?,
            window: int_option(plan, "window")?.map_or(Window::Any, Window::Last),
        },
        "declared" => Fact::Declared { seat: plan.get("seat")?.int()? },
        "went_out" => Fact::WentOut,
        "closed" => Fact::Closed,
        "ended_by" => Fact::EndedBy,
        "seats" => Fact::Seats { points_over: plan.get("points_over")?.int()? },
        "most_points" => Fact::MostPoints,
        _ => Fact::LastTrick,
    })
}

/// Reads a `plan.DealSpec`.
pub(super) fn deal_spec(plan: &Reader<'_>) -> PyResult<DealSpec> {
    Ok(DealSpec {
        deck_size: plan.get("deck_size")?.int()?,
        place: plan.get("place")?.ints()?,
        hand_sizes: plan.get("hand_sizes")?.ints()?,
        gaps: option(plan, "gaps", |gaps| {
            Ok(Gaps { packet: gaps.get("packet")?.int()?, count: gaps.get("count")?.int()? })
        })?,
        void: void_hands(&plan.get("void")?)?,
    })
}

/// Reads `plan.Void`s.
pub(super) fn void_hands(plan: &Reader<'_>) -> PyResult<Vec<VoidHand>> {
    plan.each(|void| {
        Ok(VoidHand { cards: void.get("cards")?.ints()?, equals: void.get("equals")?.ints()? })
    })
}

/// Reads a `plan.Setup`; or a `plan.RowPlan`, with columns in the place of cards.
pub(super) fn setup(plan: &Reader<'_>) -> PyResult<Setup> {
    let mut aside = Vec::new();
    for pile in plan.get("aside")?.items()? {
        let owner = owner(&pile.get("owner")?)?;
        aside.extend(pile.get("cards")?.ints()?.into_iter().map(|card| (card, owner)));
    }
    Ok(Setup {
        hands: plan.get("hands")?.each(Reader::ints)?,
        stock: plan.get("stock")?.ints()?,
        piles: plan.get("piles")?.each(|piles| piles.each(Reader::ints))?,
        piles_turned: plan.get("piles_turned")?.flag()?,
        aside,
        leader: plan.get("leader")?.int()?,
        trump: int_option(plan, "trump")?,
    })
}

fn owner(value: &Reader<'_>) -> PyResult<Owner> {
    if value.value().is_none() {
        Ok(Owner::Nobody)
    } else if value.text().is_some() {
        value.choice(&[("prize", Owner::Prize)])
    } else {
        value.int().map(Owner::Seat)
    }
}
