//! How fast positions are solved: nodes and time, mean, median and 95th percentile, by game and goal.
//!
//! `cargo bench --bench solve -- [GAME…] [GOAL] [deals=N] [cards=N] [seconds=N] [memory=N] [from=N]
//! [full] [trace] [list]`
//!
//! Deals of whole hands are those of `benches/deals`, which `write` writes. `full`: every card and a line
//! too. `trace`: then every position along the line, to the same solver. `list`: every deal by itself.
//! `from`: the first deals are left out. `seconds`: of the processor, for each deal. `memory`: of the proofs, in MiB.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::cast_precision_loss,
    missing_docs,
    reason = "a bench that cannot begin has failed, and what it finds is printed"
)]

#[path = "../../tests/rules/deck.rs"]
#[allow(dead_code, reason = "the tests use more of it")]
mod deck;

mod deals;
mod games;
mod goals;

use deals::{Deal, deals};
use games::{Game, games};
use goals::{goal, objective};
use ultimo_core::cards::Word;
use ultimo_core::play::{Fixed, State};
use ultimo_core::rules::PlayRules;
use ultimo_core::solver::{Limits, Solver, Task};

#[allow(clippy::struct_excessive_bools, reason = "one for each word of the command")]
struct Settings {
    deals: usize,
    cards: Option<usize>,
    /// Endings of ten cards of the larger games: for a look at all of them.
    short: bool,
    /// Of the processor, for each deal.
    seconds: u64,
    /// Bytes of the proofs.
    memory: Option<usize>,
    /// The number of the first deal.
    from: usize,
    full: bool,
    trace: bool,
    /// Value and nodes of every deal.
    list: bool,
}

/// What one deal cost: nodes and milliseconds of the question, and nodes of all positions of the line.
struct Cost {
    nodes: u64,
    time: f64,
    trace: u64,
    /// The value, if the question was answered in time.
    value: Option<f64>,
}

/// Time that this thread has run, where the system tells; else the time of day. Other jobs of a shared
/// machine then count less.
#[cfg(unix)]
fn milliseconds() -> f64 {
    let run = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    run.tv_sec as f64 * 1e3 + run.tv_nsec as f64 / 1e6
}

#[cfg(not(unix))]
fn milliseconds() -> f64 {
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    START.get_or_init(std::time::Instant::now).elapsed().as_secs_f64() * 1e3
}

fn ask<W: Word>(task: &Task<'_, W>, settings: &Settings) -> Cost {
    let limits = Limits { memory: settings.memory, ..Limits::default() };
    let mut solver = Solver::new(settings.memory);
    let begin = milliseconds();
    let stop = || milliseconds() - begin > settings.seconds as f64 * 1e3;
    let full = settings.full || settings.trace;
    let found = solver.solve(task, limits, full, &stop);
    let time = milliseconds() - begin;
    match found {
        Err(unfinished) => Cost { nodes: unfinished.nodes, time, trace: 0, value: None },
        Ok(found) => {
            let mut state = *task.state;
            let mut trace = 0;
            for &what in found.line.iter().filter(|_| settings.trace) {
                state.apply_unchecked(task.rules, task.fixed, what);
                let next = Task { state: &state, ..*task };
                let after = solver.solve(&next, limits, false, &|| false).unwrap();
                trace += after.nodes;
                assert_eq!(
                    after.value.to_bits(),
                    found.value.to_bits(),
                    "best play keeps the value"
                );
            }
            Cost { nodes: found.nodes, time, trace, value: Some(found.value) }
        }
    }
}

fn measure<W: Word>(game: &Game, what: &str, settings: &Settings) {
    let rules = PlayRules::<W>::compile(&game.spec).unwrap();
    let most = if settings.short { game.hand.min(10) } else { game.hand };
    let cards = settings.cards.unwrap_or(most);
    let mut costs = vec![];
    for Deal { setup, side } in
        deals(game, cards, settings.from + settings.deals).into_iter().skip(settings.from)
    {
        let (axes, value) = goal(game, what, side);
        let objective = objective(&rules, axes, &value, side);
        let (fixed, state): (Fixed<W>, State<W>) = setup.begin(&rules).unwrap();
        let task = Task {
            rules: &rules,
            fixed: &fixed,
            root: &state,
            state: &state,
            objective: &objective,
        };
        let cost = ask(&task, settings);
        if settings.list {
            let value = cost.value.map_or("open".to_owned(), |value| value.to_string());
            println!("deal {}: {value}, nodes {}, ms {:.1}", costs.len(), cost.nodes, cost.time);
        }
        costs.push(cost);
    }
    let of = |mut values: Vec<f64>| {
        values.sort_by(f64::total_cmp);
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        (mean, values[values.len() / 2], values[values.len() * 95 / 100])
    };
    let (n, n_half, n_high) = of(costs.iter().map(|cost| cost.nodes as f64).collect());
    let (t, t_half, t_high) = of(costs.iter().map(|cost| cost.time).collect());
    let open = costs.iter().filter(|cost| cost.value.is_none()).count();
    let sum: f64 = costs.iter().filter_map(|cost| cost.value).sum();
    println!(
        "{:11} {what:6} {cards:2} cards, {} deals, {open} open, sum {sum}: nodes {n:.0} / {n_half:.0} / \
         {n_high:.0}, ms {t:.2} / {t_half:.2} / {t_high:.2}",
        game.name,
        costs.len()
    );
    if settings.trace {
        let trace: u64 = costs.iter().map(|cost| cost.trace).sum();
        let ratio = trace as f64 / costs.iter().map(|cost| cost.nodes as f64).sum::<f64>();
        println!(
            "            all later positions of the line: {ratio:.3} times the nodes of the first"
        );
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    let number = |name: &str| -> Option<u64> {
        arguments.iter().find_map(|a| a.strip_prefix(name)?.strip_prefix('=')?.parse().ok())
    };
    let settings = Settings {
        deals: number("deals").map_or(20, |deals| usize::try_from(deals).unwrap()),
        cards: number("cards").map(|cards| usize::try_from(cards).unwrap()),
        short: !arguments.iter().any(|a| games().iter().any(|game| game.name == a)),
        seconds: number("seconds").unwrap_or(20),
        memory: number("memory").map(|mega| usize::try_from(mega << 20).unwrap()),
        from: number("from").map_or(0, |from| usize::try_from(from).unwrap()),
        full: arguments.iter().any(|a| a == "full"),
        trace: arguments.iter().any(|a| a == "trace"),
        list: arguments.iter().any(|a| a == "list"),
    };
    if arguments.iter().any(|a| a == "write") {
        for game in games() {
            deals::write(&game, 200);
        }
        return;
    }
    let goals = ["exact", "goal", "target", "score", "klop"];
    let chosen = arguments.iter().find(|a| goals.contains(&a.as_str()));
    for game in games() {
        let is_named = arguments.iter().any(|a| a == game.name);
        if !settings.short && !is_named {
            continue;
        }
        for what in goals {
            let has_score = matches!(game.name, "ulti" | "tarok3" | "tarok4" | "snapszer");
            let fits = match what {
                "score" => has_score,
                "target" => game.name == "tarot",
                "klop" => game.name == "klop",
                _ => game.name != "klop",
            };
            if !fits || chosen.is_some_and(|chosen| chosen != what) {
                continue;
            }
            if game.spec.deck_size > 60 {
                measure::<u128>(&game, what, &settings);
            } else {
                measure::<u64>(&game, what, &settings);
            }
        }
    }
}
