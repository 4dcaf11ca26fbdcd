import { describe, expect, it } from 'vitest'
import en from '@/i18n/en'
import zh from '@/i18n/zh'
import { describeValue, FIELD_NAMES, FIELDS, PRESETS, VALUE_ITEMS, type Field } from '@/rules/options'

const wanted = FIELD_NAMES.flatMap((name) => {
  const field: Field = FIELDS[name]
  const choices = 'choices' in field ? field.choices : 'steps' in field ? field.steps : []
  return [name, `${name}.help`, ...choices.map((choice) => `${name}.${choice}`)]
})

describe('room options', () => {
  it.each([
    ['zh-CN', zh],
    ['en', en],
  ])('have a name, an explanation and their choices in %s', (_, texts) => {
    const keys = [...wanted, ...PRESETS.flatMap((id) => [`preset.${id}`, `preset.${id}.help`])]
    expect(keys.filter((key) => !(key in texts.options))).toEqual([])
    expect(VALUE_ITEMS.filter((item) => !(item in texts.items))).toEqual([])
  })

  it('put every kind of value into words', () => {
    expect(describeValue('exchange_three', 'same_suit')).toBe('同花三张')
    expect(describeValue('players', 3)).toBe('3 人')
    expect(describeValue('void_suit', true)).toBe('开')
    expect(describeValue('forced_win', 4)).toBe('4 张')
    expect(describeValue('cap', null)).toBe('不封顶')
    expect(describeValue('cap', 8)).toBe('封顶 8 颗')
    expect(describeValue('banzi', { 4: 5, 3: 1 })).toBe('三连对 1 · 四连对 5')
    expect(describeValue('feiji', {})).toBe('无')
    expect(describeValue('concealed_bonus', ['pairs', 'suit'])).toBe('清一色 · 七对')
  })
})
