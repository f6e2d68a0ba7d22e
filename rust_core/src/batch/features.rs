//! The same work with the instructions that the processor has, and without.

/// Work that is worth compiling for what the processor has.
pub(super) trait Work {
    /// What comes of it.
    type Done;

    /// Does it; `pick` finds the bit that is number `n` of a word. To be inlined always, with all
    /// that it calls in its loops: the features of the processor reach only what is inlined.
    fn run(self, pick: impl Fn(u64, u32) -> u64 + Copy) -> Self::Done;
}

/// Does work as fast as the processor can.
#[inline]
pub(super) fn with_features<T: Work>(work: T) -> T::Done {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2")
        && std::arch::is_x86_feature_detected!("bmi1")
        && std::arch::is_x86_feature_detected!("bmi2")
        && std::arch::is_x86_feature_detected!("lzcnt")
        && std::arch::is_x86_feature_detected!("popcnt")
    {
        // SAFETY: the processor has every feature that the function is compiled for, as was just
        // asked, and the function needs nothing else. Measured: benches/RESULTS.md, "Alone".
        #[allow(unsafe_code, reason = "the check for the features stands beside it")]
        return unsafe { native(work) };
    }
    portable(work)
}

/// The same as [`portable`], with vectors of eight words and one instruction for counting bits and
/// one for the bit that is number `n`.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn native<T: Work>(work: T) -> T::Done {
    work.run(|bits, n| std::arch::x86_64::_pdep_u64(1 << (n & 63), bits))
}

pub(super) fn portable<T: Work>(work: T) -> T::Done {
    work.run(|bits, n| {
        let others = (0..n & 63).fold(bits, |left, _| left & left.wrapping_sub(1));
        others & others.wrapping_neg()
    })
}
