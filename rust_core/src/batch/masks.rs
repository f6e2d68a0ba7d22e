//! Rules of cards alone as tables.

use crate::cards::Word;
use crate::play::MOST;
use crate::rules::{Beat, Duty, NO_LANE, PlayRules, Void};

/// How much rules ask of a player.
pub(super) mod asks {
    /// To follow suit, and to trump or not when void.
    pub(crate) const LITTLE: u8 = 0;
    /// To beat what lies, too.
    pub(crate) const TO_BEAT: u8 = 1;
    /// The same, with an excuse in the deck.
    pub(crate) const WITH_EXCUSE: u8 = 2;
    /// Anything that there is; or a rule may end the deal.
    pub(crate) const MUCH: u8 = 3;
}

/// A place that holds no card.
pub(super) const UNBEATEN: usize = MOST;

/// Rules of cards alone as tables by place, with what never changes in a deal worked out.
#[derive(Debug, Clone)]
pub(super) struct Masks<W> {
    /// What a card makes the others follow when it is led.
    pub(super) led: [W; MOST],
    /// What beats a card; nothing beats [`UNBEATEN`].
    pub(super) beats: [W; 2 * MOST],
    /// When a card is led: all cards if followers must beat, or none.
    pub(super) must: [W; MOST],
    /// The lane of which duties speak beside the one led.
    pub(super) void_lane: W,
    /// What a void player must play, if anything.
    pub(super) void: W,
    /// All cards if he must beat with them, or none.
    pub(super) void_must: W,
    /// All cards if he is free when he cannot beat, or none.
    pub(super) free_below: W,
    /// How much is asked: one of [`asks`].
    pub(super) asks: u8,
}

impl<W: Word> Masks<W> {
    /// The tables of rules for cards alone, with this trump.
    pub(super) fn new(rules: &PlayRules<W>, trump: u8) -> Self {
        let duty = rules.duties[0];
        let lane = if rules.void_lane == NO_LANE { trump } else { rules.void_lane };
        let void = rules.lane(lane);
        let all_if = |is: bool| if is { W::ALL } else { W::ZERO };
        let mut masks = Self {
            led: [W::ZERO; MOST],
            beats: [W::ZERO; 2 * MOST],
            must: [W::ZERO; MOST],
            void_lane: void,
            void: if duty.void == Void::Free { W::ZERO } else { void },
            void_must: all_if(matches!(duty.void, Void::Overtrump | Void::OvertrumpOrFree)),
            free_below: all_if(duty.void == Void::OvertrumpOrFree),
            asks: asks_of(rules, duty),
        };
        for place in rules.deck().places() {
            let led = rules.lane(rules.lane_of(place));
            let must = duty.beat == Beat::Always || (duty.beat == Beat::Trumps && led == void);
            (masks.led[place.index()], masks.must[place.index()]) = (led, all_if(must));
            masks.beats[place.index()] = rules.beats(place, trump);
        }
        masks
    }
}

fn asks_of<W: Word>(rules: &PlayRules<W>, duty: Duty) -> u8 {
    let is_to_beat = duty.beat != Beat::Never || !matches!(duty.void, Void::Free | Void::Trump);
    let has_excuse = !rules.excuse.is_empty();
    let is_odd = !duty.follow
        || !rules.spec.ends.is_empty()
        || rules.reserved.iter().any(|cards| !cards.is_empty());
    match &rules.emperor {
        _ if is_odd => asks::MUCH,
        // The loops for common wide decks and for beating know of no emperor.
        Some(emperor) if emperor.forced || is_to_beat || has_excuse || W::BITS > 64 => asks::MUCH,
        // Wide decks and narrow ones have one loop each for what is common.
        _ if W::BITS > 64 => asks::WITH_EXCUSE,
        _ if has_excuse => asks::MUCH,
        _ if is_to_beat => asks::TO_BEAT,
        _ => asks::LITTLE,
    }
}
