//! The words of several streams side by side.

/// Streams that are read at once: as many as a vector of the processor has words, or twice as many.
pub(crate) const STREAMS: usize = 8;

/// One word of each stream.
pub(crate) type Words = [u32; STREAMS];

/// Words in a block.
pub(crate) const BLOCK: usize = 16;

/// The first words of the streams with these numbers from block `counter` on, as
/// [`Stream`](super::Stream) has them one at a time. Whole blocks of `out` are filled.
///
/// Always inlined, so that it is compiled for the features of the processor of its caller.
#[inline(always)]
#[allow(clippy::inline_always, reason = "features of the caller reach only what is inlined")]
pub(crate) fn fill(seed: u64, numbers: &[u64; STREAMS], counter: u64, out: &mut [Words]) {
    let [mut low, mut high] = [[0; STREAMS]; 2];
    for (stream, &number) in numbers.iter().enumerate() {
        [low[stream], high[stream]] = halves(number);
    }
    for (block, out) in (0..).zip(out.as_chunks_mut::<BLOCK>().0) {
        let [seed, counter] = [halves(seed), halves(counter.wrapping_add(block))];
        for stream in 0..STREAMS {
            let start = [
                0x6170_7865, // "expand 32-byte k"
                0x3320_646e,
                0x7962_2d32,
                0x6b20_6574,
                seed[0],
                seed[1],
                0,
                0,
                0,
                0,
                0,
                0,
                counter[0],
                counter[1],
                low[stream],
                high[stream],
            ];
            // Written out, as only a loop without loops inside becomes one over vectors.
            let mixed = double_round(double_round(double_round(double_round(start))));
            for word in 0..BLOCK {
                out[word][stream] = mixed[word].wrapping_add(start[word]);
            }
        }
    }
}

#[inline(always)]
#[allow(clippy::inline_always, reason = "as its caller")]
fn double_round(mut state: [u32; BLOCK]) -> [u32; BLOCK] {
    macro_rules! quarter {
        ($a:literal, $b:literal, $c:literal, $d:literal) => {
            state[$a] = state[$a].wrapping_add(state[$b]);
            state[$d] = (state[$d] ^ state[$a]).rotate_left(16);
            state[$c] = state[$c].wrapping_add(state[$d]);
            state[$b] = (state[$b] ^ state[$c]).rotate_left(12);
            state[$a] = state[$a].wrapping_add(state[$b]);
            state[$d] = (state[$d] ^ state[$a]).rotate_left(8);
            state[$c] = state[$c].wrapping_add(state[$d]);
            state[$b] = (state[$b] ^ state[$c]).rotate_left(7);
        };
    }
    quarter!(0, 4, 8, 12);
    quarter!(1, 5, 9, 13);
    quarter!(2, 6, 10, 14);
    quarter!(3, 7, 11, 15);
    quarter!(0, 5, 10, 15);
    quarter!(1, 6, 11, 12);
    quarter!(2, 7, 8, 13);
    quarter!(3, 4, 9, 14);
    state
}

/// The low and the high half of a word.
#[inline]
#[allow(clippy::cast_possible_truncation, reason = "the halves are what is asked for")]
const fn halves(word: u64) -> [u32; 2] {
    [word as u32, (word >> 32) as u32]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Stream;

    #[test]
    fn words_are_those_of_each_stream_alone() {
        let far = u64::MAX - 3;
        for (seed, first, counter) in [(1, 0, 0), (u64::MAX, far, 1 << 32), (1 << 40, 1 << 33, 9)] {
            let numbers = std::array::from_fn(|stream| u64::wrapping_add(first, stream as u64));
            let mut words = [[0; STREAMS]; 5 * BLOCK];
            fill(seed, &numbers, counter, &mut words);
            for (stream, &number) in numbers.iter().enumerate() {
                let mut alone = Stream::new(seed, number, counter);
                assert!(words.iter().all(|word| word[stream] == alone.word()));
            }
        }
    }

    #[test]
    fn counters_cross_the_end_of_the_low_word() {
        let counter = u64::from(u32::MAX) - 1;
        let mut words = [[0; STREAMS]; 4 * BLOCK];
        fill(3, &[5; STREAMS], counter, &mut words);
        let mut alone = Stream::new(3, 5, counter);
        assert!(words.iter().all(|word| word[0] == alone.word()));
    }
}
