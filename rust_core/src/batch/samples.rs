//! Drawing many worlds.

use super::Pool;
use crate::random::{NoWorlds, Shown, Stream, Trails, Worlds};

/// Rows that one thread draws before it looks for more.
const ROWS: usize = 256;

/// Seats for which one thread draws before it looks for more.
const LOOKS: usize = 16;

/// Blocks of a stream between two attempts at a world.
const ATTEMPT: u64 = 1 << 24;

/// What worlds are drawn from.
#[derive(Debug, Clone)]
pub enum Sampled {
    /// Whole worlds.
    Worlds(Box<Worlds>),
    /// Worlds that are followed back step by step.
    Trails(Box<Trails>),
}

impl Sampled {
    /// Whether there is any world, before all is asked.
    #[must_use]
    pub fn is_possible(&self) -> bool {
        match self {
            Self::Worlds(worlds) => worlds.is_possible(),
            Self::Trails(trails) => trails.is_possible(),
        }
    }

    /// The same worlds after what a play has shown, see [`Worlds::narrowed`].
    ///
    /// # Errors
    /// [`NoWorlds::TooMany`]: counting would take too long.
    pub fn narrowed(&self, shown: &Shown<'_>) -> Result<Self, NoWorlds> {
        Ok(match self {
            Self::Worlds(worlds) => Self::Worlds(Box::new(worlds.narrowed(shown)?)),
            Self::Trails(trails) => Self::Trails(Box::new(trails.narrowed(shown)?)),
        })
    }

    /// Number of columns of a row.
    #[must_use]
    pub fn deck_size(&self) -> usize {
        match self {
            Self::Worlds(worlds) => worlds.deck_size(),
            Self::Trails(trails) => trails.deck_size(),
        }
    }

    /// How many cards were laid away in secret.
    #[must_use]
    pub fn laid(&self) -> usize {
        match self {
            Self::Worlds(worlds) => worlds.laid(),
            Self::Trails(trails) => trails.laid(),
        }
    }

    /// Draws a world, see [`Worlds::draw`] and [`Trails::draw`].
    ///
    /// # Panics
    /// If `row` or `laid` is too short.
    pub fn draw(&self, stream: &mut Stream, row: &mut [u8], laid: &mut [u8]) -> bool {
        match self {
            Self::Worlds(worlds) => worlds.draw(stream, row, laid),
            Self::Trails(trails) => trails.draw(stream, row, laid),
        }
    }
}

/// Which worlds are drawn.
#[derive(Debug, Clone, Copy)]
pub struct Sampling {
    /// The seed.
    pub seed: u64,
    /// Number of the first world: row `i` depends on the seed, `start + i` and the attempt alone.
    pub start: u64,
    /// Number of the attempt, for those who drop worlds for reasons of their own.
    pub attempt: u32,
    /// How often each world may be drawn.
    pub tries: u64,
}

/// Draws worlds into rows of the deck's size, and what was laid away in secret into others.
///
/// Returns how often worlds were drawn, and the number of the first row for which the tries were
/// not enough.
pub fn sample_rows(
    pool: &Pool,
    worlds: &Sampled,
    of: Sampling,
    rows: &mut [u8],
    laid: &mut [u8],
) -> (u64, Option<usize>) {
    let (size, secret) = (worlds.deck_size(), worlds.laid());
    // Nothing laid away has no rows to go through; any will do.
    let mut nothing = vec![0; if secret == 0 { rows.len() / size.max(1) } else { 0 }];
    let (laid, width) = if secret == 0 { (&mut nothing[..], 1) } else { (laid, secret) };
    let firsts = (0..).step_by(ROWS);
    let parts = firsts.zip(rows.chunks_mut(ROWS * size).zip(laid.chunks_mut(ROWS * width)));
    let done =
        pool.run(parts.collect(), |(first, (rows, laid)): (usize, (&mut [u8], &mut [u8]))| {
            let mut tries = 0;
            let pairs = rows.chunks_exact_mut(size).zip(laid.chunks_exact_mut(width));
            for (number, (row, laid)) in (first..).zip(pairs) {
                let index = of.start.wrapping_add(number as u64);
                let counter = ATTEMPT * u64::from(of.attempt);
                let mut stream = Stream::sample_from(of.seed, index, counter);
                let found = (0..of.tries).any(|_| {
                    tries += 1;
                    worlds.draw(&mut stream, row, laid)
                });
                if !found {
                    return Ok((tries, Some(number)));
                }
            }
            Ok::<_, std::convert::Infallible>((tries, None))
        });
    let Ok(done) = done;
    let tries = done.iter().map(|(tries, _)| tries).sum();
    (tries, done.into_iter().find_map(|(_, missing)| missing))
}

/// What one seat thinks possible, of many.
#[derive(Debug, Clone, Copy)]
pub struct Look<'a> {
    /// What it was when play began.
    pub worlds: &'a Sampled,
    /// What the play has shown since.
    pub shown: Shown<'a>,
    /// The seed.
    pub seed: u64,
}

/// Draws `n` worlds for each of some seats: `rows` holds those of one after those of another.
///
/// Those of each are what [`sample_rows`] draws of the narrowed worlds, from number 0 on. Returns by
/// look whether all were found; what is written of one that has failed means nothing.
pub fn sample_looks(
    pool: &Pool,
    looks: &[Look<'_>],
    (n, tries): (usize, u64),
    rows: &mut [u8],
) -> Vec<bool> {
    let size = looks.first().map_or(1, |look| look.worlds.deck_size()).max(1);
    if n == 0 {
        return vec![true; looks.len()];
    }
    let parts = looks.chunks(LOOKS).zip(rows.chunks_mut(LOOKS * n * size)).collect();
    let done = pool.run(parts, |(looks, rows): (&[Look<'_>], &mut [u8])| {
        let found = looks.iter().zip(rows.chunks_mut(n * size)).map(|(look, rows)| {
            let Ok(worlds) = look.worlds.narrowed(&look.shown) else { return false };
            let mut laid = vec![0; worlds.laid()];
            worlds.is_possible()
                && (0..).zip(rows.chunks_exact_mut(size)).all(|(index, row)| {
                    let mut stream = Stream::sample_from(look.seed, index, 0);
                    (0..tries).any(|_| worlds.draw(&mut stream, row, &mut laid))
                })
        });
        Ok::<_, std::convert::Infallible>(found.collect::<Vec<bool>>())
    });
    let Ok(done) = done;
    done.concat()
}
