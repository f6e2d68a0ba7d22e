"""What is each lead worth, in each strain, with all cards open?"""

import ultimo

game = ultimo.game("whist", void_rule="free")
hands = [
    "SA SK S4 HQ H9 D2 C7 C3",
    "SQ S9 HA H8 H3 DK D5 C9",
    "SJ S3 HK HT DA DJ C8 C4",
    "ST S7 HJ H2 DQ DT CA CK",
]
deal = game.make_deal(hands)

for trump in ["C", "D", "H", "S", None]:
    found = ultimo.solve(game.position(deal, game.contract(trump=trump)), goal="tricks")
    leads = ", ".join(f"{card} {value:.0f}" for card, value in found.table.items())
    print(f"{trump or 'NT':2} {found.value:.0f} tricks: {leads}")
