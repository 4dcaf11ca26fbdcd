import { flushPromises, mount } from '@vue/test-utils'
import { afterEach, describe, expect, it, vi } from 'vitest'
import SessionsCard from '@/account/SessionsCard.vue'
import { account, type OwnSession } from '@/api/account'
import type { Act } from '@/api/console'
import type { OptionSpec } from '@/api/http'
import { actDetail, actName, shortId } from '@/console/acts'
import OptionField from '@/forms/OptionField.vue'
import { setLocale } from '@/i18n'
import zh from '@/i18n/zh'
import LobbySeat from '@/lobby/LobbySeat.vue'
import { router } from '@/router'
import { toasts } from '@/ui/notices/toast'
import rules from '../screens/rules.json'

vi.mock('@/views/Lost.vue', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

afterEach(async () => {
  toasts.value = []
  await setLocale('zh-CN', false)
})

it('says so when a page cannot be fetched', async () => {
  await router.push('/nowhere').catch(() => undefined)
  expect(toasts.value.map(({ text }) => text)).toEqual([zh.errors.network])
})

describe('the log of the operators', () => {
  const act = (name: string, detail: Act['detail'], target = ''): Act => ({
    id: '1',
    admin: '老板',
    act: name,
    target,
    detail,
    at: 0,
  })

  it.each([
    ['drain', { on: true }, '停开新房间', '开'],
    ['drain', { on: false }, '停开新房间', '关'],
    ['verify_ledger', { findings: 0 }, '核对账目', '0 处不对'],
    ['grant', { cards: 10, reason: '新来的' }, '发房卡', '10 张 · 新来的'],
    ['take_back', { cards: 1, reason: '' }, '收回房卡', '1 张'],
    ['rights', { banned: true, muted: true, reason: '骂人' }, '封禁与改名', '已封禁 · 已禁名 · 骂人'],
    ['rights', { banned: false, muted: true, reason: '' }, '封禁与改名', '已禁名'],
    ['rights', { banned: false, muted: false, reason: '' }, '封禁与改名', '没有限制'],
    ['inspect', { match: 1, hand: 2, reason: '牌没了' }, '看手牌', '第 1 场第 2 局 · 牌没了'],
    ['dissolve', { phase: 'playing' }, '强制解散', '打牌'],
    ['dissolve', { code: '386201', phase: 'playing' }, '强制解散', '房间 386201 · 打牌'],
    ['refund', { code: '386201', released: 2, cards: 0 }, '退还房卡', '房间 386201 · 放开占用的 2 张'],
    ['refund', { code: '386201', released: 0, cards: 3 }, '退还房卡', '房间 386201 · 3 张'],
    ['create', { name: '老板' }, '开账号', '老板'],
    ['announce', { text: '今晚维护' }, '公告', '今晚维护'],
    ['login', {}, '登录', ''],
    ['something', { new: 3 }, 'something', 'new: 3'],
  ])('says %s %j in words', (name, detail, title, text) => {
    expect([actName(act(name, detail)), actDetail(act(name, detail))]).toEqual([title, text])
  })

  it('names a player or a room by the first letters of the id', () => {
    expect([shortId('83c82d1f72828adb09cf854ab1287302'), shortId('386201')]).toEqual(['83c82d1f…', '386201'])
  })
})

it('tells signed-in devices apart by which it is and when it came', async () => {
  const session = (id: string, current: boolean, created_at: number): OwnSession => ({
    id,
    name: null,
    kind: 'cookie',
    created_at,
    expires_at: 0,
    current,
  })
  vi.spyOn(account, 'sessions').mockResolvedValue({
    sessions: [session('a', true, 86_400_000), session('b', false, 864_000_000)],
  })
  const wrapper = mount(SessionsCard)
  await flushPromises()
  const lines = wrapper.findAll('[data-testid="session"]').map((line) => line.text())
  expect(lines[0]).toContain(zh.account.session_here)
  expect(lines[1]).toContain(zh.account.session_other)
  expect(lines[0]?.match(/[\d/]{6,}/)?.[0]).not.toBe(lines[1]?.match(/[\d/]{6,}/)?.[0])
})

it('keeps the mark of the own seat out of a long name', () => {
  const info = { name: '我是广安第一麻将高手二娃', ready: false, bot: false }
  const seat = (me: boolean) =>
    mount(LobbySeat, { props: { info, me, owner: true, mayArrange: true } as never })
  expect(seat(true).get('.ellipsis').text()).toBe(info.name)
  expect(seat(true).get('[data-testid="you"]').text()).toBe('你')
  expect(seat(false).find('[data-testid="you"]').exists()).toBe(false)
})

it('turns a switch by the words beside it', async () => {
  const spec = rules.options.find(({ name }) => name === 'void_suit') as unknown as OptionSpec
  const wrapper = mount(OptionField, {
    props: { spec, changed: false, modelValue: false },
    attachTo: document.body,
  })
  await wrapper.get('.option-help').trigger('click')
  expect(wrapper.emitted('update:modelValue')).toEqual([[true]])
  wrapper.unmount()
})
