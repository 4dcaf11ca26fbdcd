/**
 * Texts of the room options (section 7 of the rules): `name`, `name.help`, `name.choice`, `name.value` for a number and
 * `name.none` for null. The server lists the options and choices. One without a text shows its id.
 * `preset.id` and `preset.id.help` are the texts of presets, `group.*` the headings of the form.
 */
export default {
  preset: '玩法',
  'preset.classic': '经典',
  'preset.classic.help': '颁庄、查叫，板子飞机逐级翻上去',
  'preset.listed': '细则',
  'preset.listed.help': '最后四张必胡，牌型互不重用',
  'preset.mobile': '手游',
  'preset.mobile.help': '门清大牌另加，三元也有飞机',
  'preset.folk': '老广安',
  'preset.folk.help': '牌型直接叠加，罗汉加五颗再翻倍',
  'preset.last': '上次的规则',

  'group.match': '对局',
  'group.play': '打法',
  'group.score': '计分',
  'group.values': '各项颗数',

  on: '开',
  off: '关',
  none: '无',
  ke: '{n} 颗',
  reset: '恢复预设',

  players: '人数',
  'players.help': '几个人打，空位可以让机器人补上',
  'players.2': '2 人',
  'players.3': '3 人',
  'players.4': '4 人',

  hands: '局数',
  'hands.help': '打满这么多局出总分',
  'hands.1': '1 局',
  'hands.4': '4 局',
  'hands.8': '8 局',
  'hands.16': '16 局',

  seating: '座位',
  'seating.help': '第一局掷骰子，点数最大的坐庄',
  'seating.dice': '掷骰定座',
  'seating.keep': '坐下不动',

  exchange_three: '换三张',
  'exchange_three.help': '开打前每人换出三张，再掷骰定给谁；中发白不换',
  'exchange_three.off': '不换',
  'exchange_three.same_suit': '同花三张',
  'exchange_three.any': '任意三张',

  void_suit: '定缺',
  'void_suit.help': '开打前各选一门，这门牌先打完，不能碰、杠、胡',

  blood_battle: '血战到底',
  'blood_battle.help': '有人胡了接着打，到只剩一家没胡或牌摸完；关掉则一家胡牌就结束',

  robbed_kong: '被抢的杠',
  'robbed_kong.help': '补杠被抢胡之后，这一杠还算不算',
  'robbed_kong.stands': '照样算杠',
  'robbed_kong.void': '退回成碰',

  forced_win: '必胡',
  'forced_win.help': '牌墙剩这么多张以内，能胡就必须胡；0 为不强制',
  'forced_win.value': '{n} 张',

  passed_win: '过手胡',
  'passed_win.help': '放过一次点炮之后，还能不能胡别人打的牌；自摸不受限',
  'passed_win.free': '随时可胡',
  'passed_win.until_draw': '自己摸牌前不能胡',
  'passed_win.higher_only': '颗数更大才能胡',

  banzi: '板子',
  'banzi.help': '同花连着的对子，三对起算；按连几对计颗，留空不算',
  'banzi.3': '三连对',
  'banzi.4': '四连对',
  'banzi.5': '五连对',
  'banzi.6': '六连对',
  'banzi.7': '七连对',

  feiji: '飞机',
  'feiji.help': '同花连着的三张（刻子、碰、杠），两组起算；留空不算',
  'feiji.2': '两连',
  'feiji.3': '三连',
  'feiji.4': '四连',

  kong_feiji: '连杠飞机',
  'kong_feiji.help': '连着的全是杠，按这里计颗；留空不算',
  'kong_feiji.2': '两连杠',
  'kong_feiji.3': '三连杠',
  'kong_feiji.4': '四连杠',

  kong_feiji_discount: '连杠减颗',
  'kong_feiji_discount.help': '算了连杠飞机，每个杠本身少算一颗',
  'kong_feiji_discount.none': '不减',
  'kong_feiji_discount.four': '四连杠才减',
  'kong_feiji_discount.all': '都减',

  feiji_in_seven_pairs: '七对里的飞机',
  'feiji_in_seven_pairs.help': '七对里相连的四张也当连杠',

  dragon_feiji: '中发白飞机',
  'dragon_feiji.help': '中发白各三张以上，或其中两样各四张，另加这么多颗；0 为不算',
  'dragon_feiji.value': '{n} 颗',

  middle_five: '卡心五',
  'middle_five.help': '单叫五的时候怎样才算',
  'middle_five.closed': '卡四六中间的五',
  'middle_five.any': '只要单叫五',

  dragon_pung: '中发白三张',
  'dragon_pung.help': '一副中、发或白加颗',
  'dragon_pung.any': '手里的也算',
  'dragon_pung.melded': '碰出来才算',

  concealed_bonus: '门清大牌',
  'concealed_bonus.help': '门清做成这些大牌，每样再加五颗',
  'concealed_bonus.suit': '清一色',
  'concealed_bonus.straight': '一条龙',
  'concealed_bonus.pungs': '大对子',
  'concealed_bonus.pairs': '七对',

  little_sanyuan_in_seven_pairs: '七对小三元',
  'little_sanyuan_in_seven_pairs.help': '七对里中发白都有，就算小三元',

  pattern_overlap: '牌型重用',
  'pattern_overlap.help': '一条龙、板子、飞机能不能共用同样的牌',
  'pattern_overlap.shared': '可以共用',
  'pattern_overlap.exclusive': '只算一次',

  luohan: '十八罗汉',
  'luohan.help': '四个杠胡牌的奖励',
  'luohan.none': '不另算',
  'luohan.x2': '翻倍',
  'luohan.+18': '加 18 颗',
  'luohan.+5x2': '加 5 颗再翻倍',

  cap: '封顶',
  'cap.help': '一次最多算这么多颗',
  'cap.none': '不封顶',
  'cap.value': '封顶 {n} 颗',

  base_points: '底分',
  'base_points.help': '最后每颗按几倍算',
  'base_points.value': '{n} 倍',

  values: '各项颗数',
  'values.help': '每一项单独值多少颗',
} as const
