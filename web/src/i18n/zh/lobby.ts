export default {
  nickname: '昵称',
  nickname_hint: '大家怎么叫你',
  enter: '进入',
  welcome: '{name}，来一桌？',
  create: '开房间',
  create_help: '定规则，叫上朋友',
  join: '进房间',
  join_help: '输入六位房号',
  code: '房号',
  recent: '最近的房间',
  resume: '回到牌桌',
} as const
