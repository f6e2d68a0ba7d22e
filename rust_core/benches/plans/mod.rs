//! Deals and plans to measure with.

use ultimo_core::batch::{AnyPlan, Deals, Plan, PlayoutRows, Playouts, Pool, Tally};
use ultimo_core::payoff::{Axis, Fact, Payoff, PayoffPart, Window};
use ultimo_core::play::{Owner, Setup};
use ultimo_core::random::{DealSpec, Dealer, VoidHand};
use ultimo_core::rules::{AnyRules, RulesSpec};

/// Hands one after the other, and then the rest.
pub(crate) fn dealer(spec: &RulesSpec, hand: u8) -> Dealer {
    let void = if spec.deck_size == 54 {
        vec![VoidHand { cards: (32..54).collect(), equals: vec![] }]
    } else {
        vec![]
    };
    Dealer::new(&DealSpec {
        deck_size: spec.deck_size,
        place: (0..spec.deck_size).collect(),
        hand_sizes: vec![hand; usize::from(spec.seats)],
        gaps: None,
        void,
    })
    .unwrap()
}

/// Cards in each pile.
const PILE: usize = 3;

/// Hands one after the other, the rest as a stock, in piles or laid aside.
fn columns(spec: &RulesSpec, hand: u8) -> Setup {
    let rest = hand * spec.seats..spec.deck_size;
    let mut columns = Setup {
        hands: (0..spec.seats).map(|seat| (seat * hand..(seat + 1) * hand).collect()).collect(),
        ..Setup::default()
    };
    if spec.drawing.is_some() {
        columns.stock = rest.collect();
    } else if spec.piles.is_some() {
        let rest: Vec<u8> = rest.collect();
        let own = rest.chunks(rest.len() / usize::from(spec.seats));
        columns.piles = own.map(|own| own.chunks(PILE).map(<[u8]>::to_vec).collect()).collect();
    } else {
        columns.aside = rest.map(|column| (column, Owner::Seat(1))).collect();
    }
    columns
}

/// The columns of a deal and a score of several facts.
pub(crate) fn plan(spec: &RulesSpec, hand: u8) -> AnyPlan {
    let columns = columns(spec, hand);
    let is_there = |&card: &u8| usize::from(card) < spec.values.len();
    let cards = [3, 11, 19, 21].into_iter().filter(is_there).collect();
    let mut facts = vec![
        Fact::Points { seats: 1, laid: true, marriages: false, max: 200 },
        Fact::Tricks { seats: 1, late: false },
        Fact::Captured { cards, seats: 1, laid: false },
    ];
    if !spec.watched.is_empty() {
        facts.push(Fact::Fate { watched: 0, window: Window::Last(1) });
    }
    let axes: Vec<Axis> = facts.into_iter().map(|fact| Axis { fact, classes: None }).collect();
    macro_rules! plan {
        ($rules:expr) => {{
            let sizes = axes
                .iter()
                .map(|axis| ultimo_core::payoff::Probe::new($rules, axis).unwrap().size() as usize);
            let table = vec![1.0; sizes.product()];
            let weights = vec![1.0; usize::from(spec.seats)];
            let part = PayoffPart { axes: axes.clone(), table, weights };
            let payoff = Payoff::compile($rules, &[part]).unwrap();
            Plan::new($rules, Some(&payoff), columns, [0; 256]).unwrap()
        }};
    }
    match &AnyRules::compile(spec).unwrap() {
        AnyRules::Narrow(rules) => AnyPlan::Narrow(plan!(rules)),
        AnyRules::Wide(rules) => AnyPlan::Wide(plan!(rules)),
    }
}

/// Random playouts on one thread, and where their results go.
pub(crate) struct Batch {
    dealer: Dealer,
    plan: AnyPlan,
    pool: Pool,
    start: u64,
    returns: Vec<f64>,
    points: Vec<i32>,
    tricks: Vec<u8>,
}

impl Batch {
    /// Playouts of so many rows at a time.
    pub(crate) fn new(dealer: Dealer, plan: AnyPlan, rows: usize) -> Self {
        let seats = plan.seats();
        Self {
            dealer,
            plan,
            pool: Pool::new(Some(1)).unwrap(),
            start: 0,
            returns: vec![0.0; rows * seats],
            points: vec![0; rows * seats],
            tricks: vec![0; rows * seats],
        }
    }

    /// Deals and plays the next rows.
    pub(crate) fn run(&mut self) -> Tally {
        let seats = self.plan.seats();
        let playouts = Playouts {
            plans: std::slice::from_ref(&self.plan),
            plan_of: None,
            deals: Deals::Dealt(&self.dealer),
            seed: 1,
            start: self.start,
        };
        self.start += (self.returns.len() / seats) as u64;
        let out = PlayoutRows {
            seats,
            returns: &mut self.returns,
            points: &mut self.points,
            tricks: &mut self.tricks,
            plays: None,
        };
        playouts.run(&self.pool, out).unwrap()
    }
}
