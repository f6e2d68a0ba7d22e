//! `ChaCha8` streams, and fair choices from them.

use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng, SeedableRng};

/// The first block of the words that the playout of a deal is made from; dealing begins at 0.
pub const PLAYOUT: u64 = 1 << 32;

/// The first block of the words that a sample is drawn with.
pub const SAMPLE: u64 = 1 << 33;

/// The words of `ChaCha8` in order: the key is the seed as 8 little-endian bytes and 24 zero bytes,
/// the nonce is the number of the stream, the counter is 64 bits wide.
///
/// # Examples
/// ```
/// use ultimo_core::random::Stream;
/// let mut dealing = Stream::dealing(7, 0);
/// let mut again = Stream::dealing(7, 0);
/// assert_eq!(dealing.word(), again.word());
/// assert_ne!(dealing.word(), Stream::dealing(7, 1).word());
/// ```
#[derive(Debug)]
pub struct Stream(ChaCha8Rng);

impl Stream {
    /// The words of a stream from a block on.
    #[must_use]
    #[inline]
    pub fn new(seed: u64, number: u64, counter: u64) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        let mut words = ChaCha8Rng::from_seed(key);
        words.set_stream(number);
        words.set_block_pos(counter);
        Self(words)
    }

    /// What the cards of a deal are shuffled with.
    #[must_use]
    #[inline]
    pub fn dealing(seed: u64, deal: u64) -> Self {
        Self::new(seed, deal, 0)
    }

    /// What the moves of a deal's playout are chosen with.
    #[must_use]
    #[inline]
    pub fn playout(seed: u64, deal: u64) -> Self {
        Self::new(seed, deal, PLAYOUT)
    }

    /// What a sample is drawn with.
    #[must_use]
    #[inline]
    pub fn sample(seed: u64, number: u64) -> Self {
        Self::new(seed, number, SAMPLE)
    }

    /// The same from a later block on, for another attempt.
    #[must_use]
    #[inline]
    pub fn sample_from(seed: u64, number: u64, block: u64) -> Self {
        Self::new(seed, number, SAMPLE.wrapping_add(block))
    }

    /// The next word.
    #[inline]
    pub fn word(&mut self) -> u32 {
        self.0.next_u32()
    }

    /// A number less than `n`, each equally likely. One choice costs no word, so that a forced move
    /// does not shift what comes after it; `n = 0` gives 0.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        if n <= 1 {
            return 0;
        }
        loop {
            let product = u64::from(self.word()) * u64::from(n);
            let [high, low] = halves(product);
            // Of the 2^32 words, 2^32 mod n are too many for n to share them evenly.
            if low >= n || low >= n.wrapping_neg() % n {
                return high;
            }
        }
    }

    /// A number from 0 to less than 1, a multiple of 2^-53, each equally likely.
    #[inline]
    #[allow(clippy::cast_precision_loss, reason = "53 bits fit")]
    pub fn share(&mut self) -> f64 {
        let word = u64::from(self.word()) << 32 | u64::from(self.word());
        (word >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Shuffles the first `draws` places: each gets one of the items from there on.
    #[inline]
    pub fn shuffle<T: Copy>(&mut self, items: &mut [T], draws: usize) {
        let count = u32::try_from(items.len()).unwrap_or(u32::MAX);
        for (place, left) in (0..draws.min(items.len())).zip((1..=count).rev()) {
            let other = place + self.below(left) as usize;
            items.swap(place, other);
        }
    }
}

/// The high and the low half of a word.
#[inline]
#[allow(clippy::cast_possible_truncation, reason = "the halves are what is asked for")]
const fn halves(word: u64) -> [u32; 2] {
    [(word >> 32) as u32, word as u32]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(seed: u64, number: u64, counter: u64, count: usize) -> String {
        let mut stream = Stream::new(seed, number, counter);
        let bytes = (0..count).flat_map(|_| stream.word().to_le_bytes());
        bytes.map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().concat()
    }

    /// Published with the cipher: draft-strombergson-chacha-test-vectors-01, TC1, 256-bit key,
    /// 8 rounds, both blocks.
    #[test]
    fn zero_key_gives_the_published_words() {
        assert_eq!(
            bytes(0, 0, 0, 32),
            "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e\
             984ce172b9216f419f445367456d5619314a42a3da86b001387bfdb80e0cfe42\
             d2aefa0deaa5c151bf0adb6c01f2a5adc0fd581259f9a2aadcf20f8fd566a26b\
             5032ec38bbc5da98ee0c6f568b872a65a08abf251deb21bb4b56e5d8821e68aa"
        );
    }

    /// The same draft, TC2: only the first bit of the key is set.
    #[test]
    fn seed_is_the_first_bytes_of_the_key() {
        assert_eq!(
            bytes(1, 0, 0, 16),
            "cf5ee9a0494aa9613e05d5ed725b804b12f4a465ee635acc3a311de8740489ea\
             289d04f43c7518db56eb4433e498a1238cd8464d3763ddbb9222ee3bd8fae3c8"
        );
    }

    #[test]
    fn blocks_follow_one_another_across_refills_and_the_end_of_the_low_word() {
        let mut whole = Stream::new(3, 5, u64::from(u32::MAX) - 2);
        for block in 0..12 {
            let mut one = Stream::new(3, 5, u64::from(u32::MAX) - 2 + block);
            for _ in 0..16 {
                assert_eq!(whole.word(), one.word());
            }
        }
    }

    #[test]
    fn one_choice_costs_no_word() {
        let mut stream = Stream::playout(1, 2);
        assert_eq!((stream.below(0), stream.below(1)), (0, 0));
        assert_eq!(stream.word(), Stream::playout(1, 2).word());
    }

    #[test]
    fn choices_are_uniform() {
        // Chi-square with n - 1 degrees of freedom stays below mean + 5 standard deviations.
        for n in [2_u32, 3, 5, 7, 12, 54] {
            let mut stream = Stream::new(11, u64::from(n), 0);
            let draws = 20_000 * n;
            let mut counts = vec![0_u32; n as usize];
            for _ in 0..draws {
                counts[stream.below(n) as usize] += 1;
            }
            let expected = f64::from(draws / n);
            let chi: f64 =
                counts.iter().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum();
            let freedom = f64::from(n - 1);
            assert!(chi < freedom + 5.0 * (2.0 * freedom).sqrt(), "{n}: {chi}");
        }
    }

    #[test]
    fn large_ranges_reject_what_would_be_unfair() {
        // 2^32 mod 3 * 2^30 = 2^30: a quarter of the words must be drawn again.
        let n = 3 << 30;
        let mut stream = Stream::new(1, 1, 0);
        let mut thirds = [0_u32; 3];
        for _ in 0..30_000 {
            thirds[(stream.below(n) >> 30) as usize] += 1;
        }
        for count in thirds {
            assert!((9_600..10_400).contains(&count), "{thirds:?}");
        }
    }
}
