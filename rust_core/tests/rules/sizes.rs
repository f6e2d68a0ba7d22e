//! The size of what is copied millions of times.

use ultimo_core::play::{Fixed, State};

#[test]
fn a_state_is_small() {
    assert!(size_of::<State<u64>>() <= 320, "{}", size_of::<State<u64>>());
    assert!(size_of::<State<u128>>() <= 560, "{}", size_of::<State<u128>>());
    assert!(size_of::<Fixed<u64>>() <= 512, "{}", size_of::<Fixed<u64>>());
}
