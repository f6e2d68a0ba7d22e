//! Four words side by side.

use crate::cards::Word;

/// Words in a vector.
pub(crate) const WORDS: usize = 4;
/// The low half of a word.
const LOW: u64 = 0xffff_ffff;

/// Four words, with which the same is done at once. A mask has in each word all bits or none.
pub(crate) trait Vector: Copy {
    /// These words.
    fn of(words: [u64; WORDS]) -> Self;

    /// The words.
    fn words(self) -> [u64; WORDS];

    /// A word four times.
    fn all(word: u64) -> Self;

    /// The bits of both.
    fn and(self, other: Self) -> Self;

    /// The bits of either.
    fn or(self, other: Self) -> Self;

    /// The bits without those of the other.
    fn minus(self, other: Self) -> Self;

    /// The sums, with the carry lost.
    fn plus(self, other: Self) -> Self;

    /// The products of the low halves.
    fn times(self, other: Self) -> Self;

    /// The high halves.
    fn high(self) -> Self;

    /// The low halves.
    fn low(self) -> Self;

    /// The numbers of bits that are set.
    fn count(self) -> Self;

    /// The bits that have these numbers among those that are set, from the lowest on; of a word
    /// without so many, some or none.
    fn nth(self, numbers: Self) -> [u64; WORDS];

    /// The mask of the words that are the same in both.
    fn equals(self, other: Self) -> Self;

    /// The mask of the words that are more than those of the other, all less than 2^63.
    fn exceeds(self, other: Self) -> Self;

    /// The words of one where a mask has bits, of the other where it has none.
    fn either(mask: Self, one: Self, other: Self) -> Self;
}

impl Vector for [u64; WORDS] {
    #[inline(always)]
    fn of(words: [u64; WORDS]) -> Self {
        words
    }

    #[inline(always)]
    fn words(self) -> [u64; WORDS] {
        self
    }

    #[inline(always)]
    fn all(word: u64) -> Self {
        [word; WORDS]
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        std::array::from_fn(|at| self[at] & other[at])
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        std::array::from_fn(|at| self[at] | other[at])
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        std::array::from_fn(|at| self[at] & !other[at])
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        std::array::from_fn(|at| self[at].wrapping_add(other[at]))
    }

    #[inline(always)]
    fn times(self, other: Self) -> Self {
        std::array::from_fn(|at| (self.low()[at]) * (other.low()[at]))
    }

    #[inline(always)]
    fn high(self) -> Self {
        self.map(|word| word >> 32)
    }

    #[inline(always)]
    fn low(self) -> Self {
        self.map(|word| word & LOW)
    }

    #[inline(always)]
    fn count(self) -> Self {
        self.map(|word| u64::from(word.count_ones()))
    }

    #[inline(always)]
    fn nth(self, numbers: Self) -> [u64; WORDS] {
        std::array::from_fn(|at| {
            let number = u32::from(numbers[at].to_le_bytes()[0]);
            Word::nth(self[at], number).map_or(0, u64::of)
        })
    }

    #[inline(always)]
    fn exceeds(self, other: Self) -> Self {
        std::array::from_fn(|at| u64::from(self[at] > other[at]).wrapping_neg())
    }

    #[inline(always)]
    fn equals(self, other: Self) -> Self {
        std::array::from_fn(|at| u64::from(self[at] == other[at]).wrapping_neg())
    }

    #[inline(always)]
    fn either(mask: Self, one: Self, other: Self) -> Self {
        std::array::from_fn(|at| other[at] ^ ((one[at] ^ other[at]) & mask[at]))
    }
}

#[cfg(target_arch = "x86_64")]
pub(crate) use quad::Quad;

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code, reason = "a `Quad` is made only where a `Bits` is")]
mod quad {
    use std::arch::x86_64::{
        __m256i, _mm256_add_epi8, _mm256_add_epi64, _mm256_and_si256, _mm256_andnot_si256,
        _mm256_blendv_epi8, _mm256_cmpeq_epi64, _mm256_cmpgt_epi64, _mm256_extract_epi64,
        _mm256_mul_epu32, _mm256_or_si256, _mm256_sad_epu8, _mm256_set_epi64x, _mm256_set1_epi64x,
        _mm256_shuffle_epi8, _mm256_sllv_epi64, _mm256_srli_epi64, _pdep_u64,
    };

    use super::{LOW, Vector, WORDS};

    /// By half a byte: the number of bits that are set, in the order of bytes.
    const COUNTS: [u64; 2] = [0x0302_0201_0201_0100, 0x0403_0302_0302_0201];

    /// A vector of AVX2.
    #[derive(Debug, Clone, Copy)]
    pub(crate) struct Quad(__m256i);

    macro_rules! with {
        ($op:expr, $($of:expr),+) => {
            // SAFETY: the processor knows AVX2 and BMI2, as there is no other use of this type.
            unsafe { $op($($of),+) }
        };
    }

    impl Vector for Quad {
        #[inline(always)]
        fn of(words: [u64; WORDS]) -> Self {
            let [a, b, c, d] = words.map(u64::cast_signed);
            Self(with!(_mm256_set_epi64x, d, c, b, a))
        }

        #[inline(always)]
        fn words(self) -> [u64; WORDS] {
            let words = [
                with!(_mm256_extract_epi64::<0>, self.0),
                with!(_mm256_extract_epi64::<1>, self.0),
                with!(_mm256_extract_epi64::<2>, self.0),
                with!(_mm256_extract_epi64::<3>, self.0),
            ];
            words.map(i64::cast_unsigned)
        }

        #[inline(always)]
        fn all(word: u64) -> Self {
            Self(with!(_mm256_set1_epi64x, word.cast_signed()))
        }

        #[inline(always)]
        fn and(self, other: Self) -> Self {
            Self(with!(_mm256_and_si256, self.0, other.0))
        }

        #[inline(always)]
        fn or(self, other: Self) -> Self {
            Self(with!(_mm256_or_si256, self.0, other.0))
        }

        #[inline(always)]
        fn minus(self, other: Self) -> Self {
            Self(with!(_mm256_andnot_si256, other.0, self.0))
        }

        #[inline(always)]
        fn plus(self, other: Self) -> Self {
            Self(with!(_mm256_add_epi64, self.0, other.0))
        }

        #[inline(always)]
        fn times(self, other: Self) -> Self {
            Self(with!(_mm256_mul_epu32, self.0, other.0))
        }

        #[inline(always)]
        fn high(self) -> Self {
            Self(with!(_mm256_srli_epi64::<32>, self.0))
        }

        #[inline(always)]
        fn low(self) -> Self {
            self.and(Self::all(LOW))
        }

        /// Of each byte by those of its halves, and then their sums.
        #[inline(always)]
        fn count(self) -> Self {
            let halves = Self::all(0x0f0f_0f0f_0f0f_0f0f);
            let four_less = Self(with!(_mm256_srli_epi64::<4>, self.0));
            let counts = Self::of([COUNTS[0], COUNTS[1], COUNTS[0], COUNTS[1]]);
            let low = with!(_mm256_shuffle_epi8, counts.0, self.and(halves).0);
            let high = with!(_mm256_shuffle_epi8, counts.0, four_less.and(halves).0);
            let bytes = with!(_mm256_add_epi8, low, high);
            Self(with!(_mm256_sad_epu8, bytes, Self::all(0).0))
        }

        #[inline(always)]
        fn nth(self, numbers: Self) -> [u64; WORDS] {
            // The remainder tells the compiler that no bit is lost.
            let (one, numbers) = (Self::all(1), numbers.and(Self::all(63)));
            let bits = Self(with!(_mm256_sllv_epi64, one.0, numbers.0));
            let (bits, words) = (bits.words(), self.words());
            std::array::from_fn(|at| with!(_pdep_u64, bits[at], words[at]))
        }

        #[inline(always)]
        fn exceeds(self, other: Self) -> Self {
            Self(with!(_mm256_cmpgt_epi64, self.0, other.0))
        }

        #[inline(always)]
        fn equals(self, other: Self) -> Self {
            Self(with!(_mm256_cmpeq_epi64, self.0, other.0))
        }

        #[inline(always)]
        fn either(mask: Self, one: Self, other: Self) -> Self {
            Self(with!(_mm256_blendv_epi8, other.0, one.0, mask.0))
        }
    }
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::*;
    use crate::cpu::Processor;
    use crate::random::Stream;

    type Plain = [u64; WORDS];

    /// Words of few and of many bits, some of them the same.
    fn words(stream: &mut Stream) -> Plain {
        let mut word = || u64::from(stream.word()) << 32 | u64::from(stream.word());
        std::array::from_fn(|at| match word() % 4 {
            0 => at as u64 % 2,
            1 => word() & word() & word(),
            2 => word() >> 40,
            _ => word(),
        })
    }

    /// By vectors of the processor as by one word after the other.
    #[test]
    fn vectors_do_what_is_done_to_each_word() {
        if !matches!(Processor::detect(), Processor::Bits(_)) {
            return;
        }
        let mut stream = Stream::new(1, 2, 3);
        for _ in 0..2000 {
            let [one, other, third] = [(); 3].map(|()| words(&mut stream));
            let [a, b, c] = [one, other, third].map(Quad::of);
            assert_eq!(a.words(), one);
            assert_eq!(Quad::all(one[1]).words(), Plain::all(one[1]));
            assert_eq!(a.and(b).words(), one.and(other));
            assert_eq!(a.or(b).words(), one.or(other));
            assert_eq!(a.minus(b).words(), one.minus(other));
            assert_eq!(a.plus(b).words(), one.plus(other));
            assert_eq!(a.times(b).words(), one.times(other));
            assert_eq!(a.high().words(), one.high());
            assert_eq!(a.low().words(), one.low());
            assert_eq!(a.count().words(), one.count());
            assert_eq!(a.equals(b).words(), one.equals(other));
            let half = u64::MAX >> 1;
            let [a, b] = [a, b].map(|word| word.and(Quad::all(half)));
            let [one, other] = [one, other].map(|word| word.and(Plain::all(half)));
            assert_eq!(a.exceeds(b).words(), one.exceeds(other));
            let mask = one.equals(other);
            assert_eq!(
                Quad::either(Quad::of(mask), b, c).words(),
                Plain::either(mask, other, third)
            );
            let numbers: Plain =
                std::array::from_fn(|at| u64::from(stream.below(third[at].count_ones().max(1))));
            assert_eq!(c.nth(Quad::of(numbers)), third.nth(numbers));
        }
    }
}
