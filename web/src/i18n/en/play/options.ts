import type zh from '@/i18n/zh/play/options'

const en: Record<keyof typeof zh, string> = {
  preset: 'Rules',
  'preset.classic': 'Classic',
  'preset.classic.help': 'Ready hands are paid when the wall is empty. Each longer banzi or feiji adds 7 ke',
  'preset.listed': 'Detailed',
  'preset.listed.help': 'You must win in the last four tiles. No tile counts for two patterns',
  'preset.mobile': 'Mobile',
  'preset.mobile.help': 'Concealed big hands earn more. Dragons can make a feiji',
  'preset.folk': "Old Guang'an",
  'preset.folk.help': 'Patterns add up. Four kongs add 5 ke, then double',
  'preset.last': 'My last rules',

  'group.match': 'Match',
  'group.play': 'Play',
  'group.score': 'Scoring',
  'group.values': 'Ke of each item',

  on: 'On',
  off: 'Off',
  none: 'None',
  ke: '{n} ke',
  reset: 'Back to the preset',

  players: 'Players',
  'players.help': 'How many players. Bots can take empty seats',
  'players.2': '2',
  'players.3': '3',
  'players.4': '4',

  hands: 'Hands',
  'hands.help': 'The final ranking comes after this many hands',
  'hands.1': '1',
  'hands.4': '4',
  'hands.8': '8',
  'hands.16': '16',

  seating: 'Seats',
  'seating.help': 'Players throw dice before the first hand. The highest throw deals',
  'seating.dice': 'By dice',
  'seating.keep': 'As seated',

  exchange_three: 'Exchange three',
  'exchange_three.help': 'Everyone first gives away three tiles, no dragons. A die decides who receives them',
  'exchange_three.off': 'Off',
  'exchange_three.same_suit': 'Of one suit',
  'exchange_three.any': 'Any three',

  void_suit: 'Void suit',
  'void_suit.help': 'Everyone chooses a suit, discards it first, and cannot pung, kong or win with it',

  blood_battle: 'Play on after a win',
  'blood_battle.help': 'After a win the others play on until one player is left or the wall is empty',

  robbed_kong: 'A robbed kong',
  'robbed_kong.help': 'Does an added kong still count after a player wins on its tile?',
  'robbed_kong.stands': 'Still a kong',
  'robbed_kong.void': 'Back to a pung',

  forced_win: 'Forced win',
  'forced_win.help': 'With this many tiles or fewer in the wall, a player who can win must win. 0 is off',
  'forced_win.value': '{n} {n|tile|tiles}',

  passed_win: 'After passing a win',
  'passed_win.help': 'Can you win on a later discard? Self-draw is always allowed',
  'passed_win.free': 'Any time',
  'passed_win.until_draw': 'After your next draw',
  'passed_win.higher_only': 'Only for more ke',

  banzi: 'Banzi: runs of pairs',
  'banzi.help': 'Consecutive pairs of one suit, three or more. Empty counts nothing',
  'banzi.3': '3 pairs',
  'banzi.4': '4 pairs',
  'banzi.5': '5 pairs',
  'banzi.6': '6 pairs',
  'banzi.7': '7 pairs',

  feiji: 'Feiji: runs of triplets',
  'feiji.help': 'Consecutive triplets, pungs or kongs of one suit, two or more. Empty counts nothing',
  'feiji.2': '2 in a row',
  'feiji.3': '3 in a row',
  'feiji.4': '4 in a row',

  kong_feiji: 'Feiji of kongs',
  'kong_feiji.help': 'If the whole row is kongs, this counts instead. Empty counts nothing',
  'kong_feiji.2': '2 kongs',
  'kong_feiji.3': '3 kongs',
  'kong_feiji.4': '4 kongs',

  kong_feiji_discount: 'Kong discount',
  'kong_feiji_discount.help': 'In a feiji of kongs each kong itself is worth one ke less',
  'kong_feiji_discount.none': 'None',
  'kong_feiji_discount.four': 'Four kongs only',
  'kong_feiji_discount.all': 'Always',

  feiji_in_seven_pairs: 'Feiji in seven pairs',
  'feiji_in_seven_pairs.help': 'Consecutive fours in seven pairs count as kongs in a row',

  dragon_feiji: 'Dragon feiji',
  'dragon_feiji.help': 'Three of every dragon, or four of two, add this many ke. 0 is off',
  'dragon_feiji.value': '{n} ke',

  middle_five: 'Middle five',
  'middle_five.help': 'When a single wait on a 5 earns extra',
  'middle_five.closed': 'Between 4 and 6',
  'middle_five.any': 'Any single 5',

  dragon_pung: 'Three dragons',
  'dragon_pung.help': 'Three of one dragon earn extra',
  'dragon_pung.any': 'In hand too',
  'dragon_pung.melded': 'Punged only',

  concealed_bonus: 'Concealed big hands',
  'concealed_bonus.help': 'Each of these adds 5 ke when the hand is concealed',
  'concealed_bonus.suit': 'Flushes',
  'concealed_bonus.straight': 'Pure straight',
  'concealed_bonus.pungs': 'All pungs',
  'concealed_bonus.pairs': 'Seven pairs',

  little_sanyuan_in_seven_pairs: 'Three dragons in pairs',
  'little_sanyuan_in_seven_pairs.help': 'Seven pairs with all three dragons count as little three dragons',

  pattern_overlap: 'Shared patterns',
  'pattern_overlap.help': 'Can a straight, a banzi and a feiji use the same tiles?',
  'pattern_overlap.shared': 'Yes',
  'pattern_overlap.exclusive': 'Best one only',

  luohan: 'Four kongs',
  'luohan.help': 'The bonus for winning with four kongs',
  'luohan.none': 'None',
  'luohan.x2': 'Doubled',
  'luohan.+18': '+18 ke',
  'luohan.+5x2': '+5, then doubled',

  cap: 'Cap',
  'cap.help': 'The most ke that one win can pay',
  'cap.none': 'No cap',
  'cap.value': 'Cap {n} ke',

  base_points: 'Points per ke',
  'base_points.help': 'Every ke is multiplied by this at the end',
  'base_points.value': '×{n}',

  values: 'Ke of each item',
  'values.help': 'How many ke each item is worth',
}
export default en
