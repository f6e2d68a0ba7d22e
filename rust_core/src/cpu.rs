//! Instructions that not every processor has. What it has is asked for at run time, once for each
//! search or batch, so that one build runs everywhere.

mod vector;

pub(crate) use vector::{Vector, WORDS};

use crate::cards::Word;

/// What is compiled for a processor.
///
/// Not a closure: the instructions of a processor reach only what is inlined, and nothing makes the
/// compiler inline a closure. So `work` has to be `#[inline(always)]`, and what it calls too.
pub(crate) trait Work {
    /// What comes of it.
    type Out;

    /// Does it.
    fn work(self) -> Self::Out;
}

/// What a search or a loop is compiled for.
pub(crate) trait Cpu: Copy + 'static {
    /// Whether [`Cpu::gather`] and [`Cpu::scatter`] are there.
    const GATHERS: bool;

    /// Four words side by side.
    type Vector: Vector;

    /// Does a work, which is compiled for what the processor has.
    fn run<T: Work>(self, work: T) -> T::Out;

    /// The same in a function of its own, which the compiler lays out for nothing else.
    fn run_apart<T: Work>(self, work: T) -> T::Out;

    /// The cards of a set at the places of `mask`, one beside the other from the lowest place on.
    fn gather<W: Word>(self, cards: W, mask: W) -> W;

    /// The other way round: the lowest cards of a set, put at the places of `mask`.
    fn scatter<W: Word>(self, cards: W, mask: W) -> W;

    /// The card that is number `n` (0 is the lowest) of a set, as a set; of a set without so many,
    /// some set or other.
    fn nth<W: Word>(self, cards: W, n: u32) -> W;
}

/// Any processor.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Portable;

impl Cpu for Portable {
    const GATHERS: bool = false;

    type Vector = [u64; WORDS];

    // A call of its own, as for the others: what is inlined into a recursion would never end.
    #[inline(never)]
    fn run<T: Work>(self, work: T) -> T::Out {
        work.work()
    }

    #[inline(never)]
    fn run_apart<T: Work>(self, work: T) -> T::Out {
        work.work()
    }

    fn gather<W: Word>(self, cards: W, mask: W) -> W {
        let (mut found, mut left, mut at) = (W::ZERO, mask, 0);
        while let Some(place) = left.lowest() {
            if cards.has(place) {
                found |= W::of(crate::cards::Place::wrapped(at));
            }
            (left, at) = (left.without_lowest(), at + 1);
        }
        found
    }

    fn scatter<W: Word>(self, cards: W, mask: W) -> W {
        let (mut found, mut left, mut at) = (W::ZERO, mask, 0);
        while let Some(place) = left.lowest() {
            if cards.has(crate::cards::Place::wrapped(at)) {
                found = found.with(place);
            }
            (left, at) = (left.without_lowest(), at + 1);
        }
        found
    }

    #[inline(always)]
    fn nth<W: Word>(self, cards: W, n: u32) -> W {
        cards.nth(n).map_or(W::ZERO, W::of)
    }
}

/// What the processor has.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Processor {
    /// Nothing beyond what every processor of its kind has.
    Portable(Portable),
    /// Bit manipulation and vectors of x86-64, of 2013 and later, where gathering bits is fast.
    #[cfg(target_arch = "x86_64")]
    Bits(Bits),
}

impl Processor {
    /// What there is; with `ULTIMO_PORTABLE` in the environment, only what there always is.
    pub(crate) fn detect() -> Self {
        #[cfg(target_arch = "x86_64")]
        {
            static FOUND: std::sync::OnceLock<Option<Bits>> = std::sync::OnceLock::new();
            let detect = || std::env::var_os("ULTIMO_PORTABLE").is_none().then(Bits::detect)?;
            if let Some(bits) = *FOUND.get_or_init(detect) {
                return Self::Bits(bits);
            }
        }
        Self::Portable(Portable)
    }
}

/// Evaluates an expression for what the processor has.
macro_rules! on {
    ($processor:expr, $cpu:ident => $body:expr) => {
        match $processor {
            $crate::cpu::Processor::Portable($cpu) => $body,
            #[cfg(target_arch = "x86_64")]
            $crate::cpu::Processor::Bits($cpu) => $body,
        }
    };
}
pub(crate) use on;

#[cfg(target_arch = "x86_64")]
pub(crate) use bits::Bits;

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code, reason = "who has a `Bits` has a processor that knows the instructions")]
mod bits {
    use std::arch::x86_64::{__cpuid, _pdep_u64, _pext_u64};
    use std::hint::select_unpredictable;

    use super::vector::Quad;
    use super::{Cpu, Work};
    use crate::cards::Word;

    /// A processor that knows AVX2, BMI1, BMI2, LZCNT and POPCNT, and takes a cycle or so for each of
    /// BMI2's: there is none without.
    #[derive(Debug, Clone, Copy)]
    pub(crate) struct Bits(());

    impl Bits {
        /// The proof that the processor knows the instructions, if it does.
        pub(super) fn detect() -> Option<Self> {
            let has = std::arch::is_x86_feature_detected!("avx2")
                && std::arch::is_x86_feature_detected!("bmi1")
                && std::arch::is_x86_feature_detected!("bmi2")
                && std::arch::is_x86_feature_detected!("lzcnt")
                && std::arch::is_x86_feature_detected!("popcnt")
                && gathers_fast(vendor(), family());
            has.then_some(Self(()))
        }
    }

    /// Whether PEXT and PDEP are instructions of their own. AMD's first processors that know them, up
    /// to family 17h (Zen 2), and Hygon's, which are made after those, take up to 300 cycles for each:
    /// slower than what every processor can do.
    pub(super) fn gathers_fast(vendor: [u8; 12], family: u32) -> bool {
        match &vendor {
            b"AuthenticAMD" => family >= 0x19,
            b"HygonGenuine" => false,
            _ => true,
        }
    }

    /// The family of a processor by what leaf 1 of CPUID tells in EAX: four bits, and eight more that
    /// are added where those are all set.
    pub(super) fn family_of(signature: u32) -> u32 {
        let base = signature >> 8 & 0xf;
        if base == 0xf { base + (signature >> 20 & 0xff) } else { base }
    }

    #[allow(unused_unsafe, reason = "safe since Rust 1.94")]
    fn vendor() -> [u8; 12] {
        // SAFETY: every processor of x86-64 knows CPUID, and leaf 0 of it.
        let leaf = unsafe { __cpuid(0) };
        let mut name = [0; 12];
        for (letters, register) in name.chunks_exact_mut(4).zip([leaf.ebx, leaf.edx, leaf.ecx]) {
            letters.copy_from_slice(&register.to_le_bytes());
        }
        name
    }

    #[allow(unused_unsafe, reason = "safe since Rust 1.94")]
    fn family() -> u32 {
        // SAFETY: as above, and leaf 1.
        family_of(unsafe { __cpuid(1) }.eax)
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn run<T: Work>(work: T) -> T::Out {
        work.work()
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    #[inline(never)]
    fn run_apart<T: Work>(work: T) -> T::Out {
        work.work()
    }

    #[target_feature(enable = "bmi2,popcnt")]
    #[inline]
    fn gather(cards: u128, mask: u128, is_wide: bool) -> u128 {
        let low = u128::from(_pext_u64(cards as u64, mask as u64));
        if !is_wide {
            return low;
        }
        let high = u128::from(_pext_u64((cards >> 64) as u64, (mask >> 64) as u64));
        low | high << (mask as u64).count_ones()
    }

    #[target_feature(enable = "bmi2,popcnt")]
    #[inline]
    fn scatter(cards: u128, mask: u128, is_wide: bool) -> u128 {
        let low = u128::from(_pdep_u64(cards as u64, mask as u64));
        if !is_wide {
            return low;
        }
        let rest = (cards >> (mask as u64).count_ones()) as u64;
        low | u128::from(_pdep_u64(rest, (mask >> 64) as u64)) << 64
    }

    #[target_feature(enable = "bmi2,popcnt")]
    #[inline]
    fn nth(cards: u128, n: u32, is_wide: bool) -> u128 {
        let [low, high] = [cards as u64, (cards >> 64) as u64];
        if !is_wide {
            return u128::from(_pdep_u64(1 << (n & 63), low));
        }
        let below = low.count_ones();
        let is_low = n < below;
        let n = n - select_unpredictable(is_low, 0, below);
        let found = _pdep_u64(1 << (n & 63), select_unpredictable(is_low, low, high));
        let of_low = found & 0_u64.wrapping_sub(u64::from(is_low));
        u128::from(found ^ of_low) << 64 | u128::from(of_low)
    }

    impl Cpu for Bits {
        const GATHERS: bool = true;

        type Vector = Quad;

        #[inline(always)]
        fn run<T: Work>(self, work: T) -> T::Out {
            // SAFETY: a `Bits` is made only where the processor knows the instructions.
            unsafe { run(work) }
        }

        #[inline(always)]
        fn run_apart<T: Work>(self, work: T) -> T::Out {
            // SAFETY: as above.
            unsafe { run_apart(work) }
        }

        #[inline(always)]
        fn gather<W: Word>(self, cards: W, mask: W) -> W {
            // SAFETY: as above.
            W::from_u128(unsafe { gather(cards.to_u128(), mask.to_u128(), W::BITS > 64) })
        }

        #[inline(always)]
        fn scatter<W: Word>(self, cards: W, mask: W) -> W {
            // SAFETY: as above.
            W::from_u128(unsafe { scatter(cards.to_u128(), mask.to_u128(), W::BITS > 64) })
        }

        #[inline(always)]
        fn nth<W: Word>(self, cards: W, n: u32) -> W {
            // SAFETY: as above.
            W::from_u128(unsafe { nth(cards.to_u128(), n, W::BITS > 64) })
        }
    }
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::bits::{family_of, gathers_fast};

    /// Signatures of processors as their makers publish them.
    #[test]
    fn gathering_is_left_to_processors_that_do_it_fast() {
        let amd = *b"AuthenticAMD";
        let excavator = 0x0066_0f01;
        let [zen, zen2, zen3, zen5] = [0x0080_0f11, 0x0087_0f10, 0x00a2_0f10, 0x00b4_0f40];
        assert_eq!([excavator, zen, zen2, zen3, zen5].map(family_of), [21, 23, 23, 25, 26]);
        let fast = [excavator, zen, zen2, zen3, zen5].map(|is| gathers_fast(amd, family_of(is)));
        assert_eq!(fast, [false, false, false, true, true]);
        assert!(!gathers_fast(*b"HygonGenuine", family_of(0x0090_0f12)));
        let haswell = family_of(0x0003_06c3);
        assert_eq!(haswell, 6);
        assert!(gathers_fast(*b"GenuineIntel", haswell));
    }
}
