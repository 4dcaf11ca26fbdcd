import { mount } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import type { OptionSpec, OptionValue } from '@/api/http'
import { codeDigits } from '@/forms/code'
import CodeInput from '@/forms/CodeInput.vue'
import OptionField from '@/forms/OptionField.vue'
import Stepper from '@/forms/Stepper.vue'
import Segmented from '@/ui/controls/Segmented.vue'
import rules from '../screens/rules.json'

describe('codeDigits', () => {
  it.each([
    ['386201', '386201'],
    [' 386 201 ', '386201'],
    ['３８６２０１', '386201'],
    ['广安麻将，房号 386201，点开就能打：http://192.168.1.5:8000/r/386201', '386201'],
    ['http://192.168.100.5:8000/r/123456?x=999999', '123456'],
    ['订单 12345678 房号 654321', '654321'],
    ['38', '38'],
    ['abc', ''],
  ])('reads %j as %j', (text, digits) => expect(codeDigits(text)).toBe(digits))
})

describe('CodeInput', () => {
  it('says the code once, when the sixth digit is there', async () => {
    const wrapper = mount(CodeInput, {
      props: {
        label: 'x',
        modelValue: '',
        'onUpdate:modelValue': (digits: string) => wrapper.setProps({ modelValue: digits }),
      },
    })
    const field = wrapper.get('input')
    await field.setValue('38620')
    expect(wrapper.emitted('code')).toBeUndefined()
    await field.setValue('房号386201来')
    await field.setValue('386201')
    expect(wrapper.emitted('code')).toEqual([['386201']])
  })
})

const spec = (name: string): OptionSpec =>
  rules.options.find((one) => one.name === name) as unknown as OptionSpec

describe('OptionField', () => {
  function change(
    of: OptionSpec | string,
    modelValue: OptionValue,
    act: (wrapper: ReturnType<typeof make>) => void,
  ): unknown[][] | undefined {
    const wrapper = make(of, modelValue)
    act(wrapper)
    return wrapper.emitted('update:modelValue')
  }
  const make = (of: OptionSpec | string, modelValue: OptionValue) =>
    mount(OptionField, {
      props: { spec: typeof of === 'string' ? spec(of) : of, changed: false, modelValue },
    })

  it('switches, chooses, and takes members in and out of a set', () => {
    expect(change('void_suit', false, (w) => void w.get('.switch').trigger('click'))).toEqual([[true]])
    expect(change('hands', 8, (w) => void w.findAll('button')[0]?.trigger('click'))).toEqual([[1]])
    const bonus = (at: number) =>
      change('concealed_bonus', ['suit', 'pungs'], (w) => void w.findAll('button')[at]?.trigger('click'))
    expect([bonus(0), bonus(1)]).toEqual([[[['pungs']]], [[['suit', 'straight', 'pungs']]]])
  })

  it('leaves an emptied step of a ladder out and keeps numbers in range', () => {
    const typed = (at: number, text: string) =>
      change('banzi', { '3': 1, '4': 7 }, (w) => void w.findAll('input')[at]?.setValue(text))
    expect(typed(1, '')).toEqual([[{ '3': 1 }]])
    expect(typed(2, '900')).toEqual([[{ '3': 1, '4': 7, '5': 100 }]])
    expect(typed(0, '-3')).toEqual([[{ '3': 0, '4': 7 }]])
  })

  it('makes a cap of a number or of nothing', () => {
    const sets = change('cap', 30, (w) => {
      void w.get('.switch').trigger('click')
      void w.findAll('button').slice(-1)[0]?.trigger('click')
    })
    expect(sets).toEqual([[null], [35]])
    expect(change('cap', null, (w) => void w.get('.switch').trigger('click'))).toEqual([[50]])
  })

  it.each([
    ['int', 0],
    ['int', null],
    ['choice', 'x'],
    ['set', []],
    ['map', {}],
    ['bool', true],
    ['colour', 'red'],
  ] as const)('has no words of its own: a %s that is %j shows ids', (kind, value) => {
    const unheard = {
      name: 'unheard_of',
      kind,
      rules: [],
      choices: ['x', 'y_z'],
      keys: ['k1', 'k2'],
      minimum: 0,
      maximum: 3,
      nullable: value === null,
    } as unknown as OptionSpec
    const text = make(unheard, value as OptionValue).text()
    expect(text).toContain('unheard_of')
    expect(text).not.toMatch(/options\.|items\.|undefined|\[object/)
    if (kind === 'choice' || kind === 'set') expect(text).toContain('y_z')
    if (kind === 'map') expect(text).toContain('k2')
    if (kind === 'colour') expect(text).toContain('red')
  })
})

describe('Stepper', () => {
  const put = async (text: string, max = 9): Promise<[unknown[][] | undefined, string]> => {
    const wrapper = mount(Stepper, { props: { label: 'x', min: 2, max, modelValue: 4 } })
    const field = wrapper.get('input')
    await field.setValue(text)
    await field.trigger('change')
    return [wrapper.emitted('update:modelValue'), field.element.value]
  }

  it.each([
    ['7', 7],
    ['99', 9],
    ['-1', 2],
    ['x', 2],
    ['', 2],
    ['3.9', 3],
  ])('makes a number in range of %j', async (text, n) => {
    const [sent, shown] = await put(text)
    expect(sent?.[0]).toEqual([n])
    expect(shown).toBe(String(n))
  })

  it('steps by one or by more, and not past its ends', async () => {
    const wrapper = mount(Stepper, { props: { label: 'x', min: 2, max: 9, step: 5, modelValue: 4 } })
    const [less, more] = wrapper.findAll('button')
    await more?.trigger('click')
    await less?.trigger('click')
    await less?.trigger('click')
    expect(wrapper.emitted('update:modelValue')).toEqual([[9], [4], [2]])
    await wrapper.setProps({ modelValue: 9 })
    expect([less?.attributes('disabled'), more?.attributes('disabled')]).toEqual([undefined, ''])
    await wrapper.setProps({ modelValue: 2 })
    expect([less?.attributes('disabled'), more?.attributes('disabled')]).toEqual(['', undefined])
  })
})

describe('Segmented', () => {
  const choices = ['a', 'b', 'c'].map((value) => ({ value, text: value.toUpperCase() }))
  const make = () =>
    mount(Segmented<string>, {
      props: { label: 'x', choices, modelValue: 'a' },
      attachTo: document.body,
    })

  it.each([
    ['ArrowRight', 'b'],
    ['ArrowDown', 'b'],
    ['ArrowLeft', 'c'],
    ['ArrowUp', 'c'],
  ])('chooses with %s, round and round, and takes the focus along', async (key, value) => {
    const wrapper = make()
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
    wrapper.get('button').element.dispatchEvent(event)
    expect(wrapper.emitted('update:modelValue')).toEqual([[value]])
    expect([event.defaultPrevented, document.activeElement?.textContent?.trim()]).toEqual([
      true,
      value.toUpperCase(),
    ])
    wrapper.unmount()
  })

  it('leaves other keys to the browser', () => {
    const wrapper = make()
    const event = new KeyboardEvent('keydown', { key: 'Tab', bubbles: true, cancelable: true })
    wrapper.get('button').element.dispatchEvent(event)
    expect([event.defaultPrevented, wrapper.emitted('update:modelValue')]).toEqual([false, undefined])
    wrapper.unmount()
  })

  it('is one stop for Tab: the chosen one', () => {
    const wrapper = make()
    expect(wrapper.findAll('button').map((button) => button.attributes('tabindex'))).toEqual([
      '0',
      '-1',
      '-1',
    ])
    wrapper.unmount()
  })
})
