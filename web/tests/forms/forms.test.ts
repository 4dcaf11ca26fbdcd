import { mount } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import { codeDigits } from '@/forms/code'
import CodeInput from '@/forms/CodeInput.vue'
import OptionField from '@/forms/OptionField.vue'

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

describe('OptionField', () => {
  const change = (
    props: InstanceType<typeof OptionField>['$props'],
    act: (w: ReturnType<typeof make>) => void,
  ) => {
    const wrapper = make(props)
    act(wrapper)
    return wrapper.emitted('update:modelValue')
  }
  const make = (props: InstanceType<typeof OptionField>['$props']) => mount(OptionField, { props })

  it('switches, chooses, and takes members in and out of a set', () => {
    expect(
      change(
        { name: 'void_suit', changed: false, modelValue: false },
        (w) => void w.get('.switch').trigger('click'),
      ),
    ).toEqual([[true]])
    expect(
      change(
        { name: 'hands', changed: false, modelValue: 8 },
        (w) => void w.findAll('button')[0]?.trigger('click'),
      ),
    ).toEqual([[1]])
    expect(
      change(
        { name: 'concealed_bonus', changed: true, modelValue: ['suit', 'pungs'] },
        (w) => void w.findAll('button')[0]?.trigger('click'),
      ),
    ).toEqual([[['pungs']]])
  })

  it('leaves an emptied step of a ladder out and keeps numbers in range', () => {
    const ladder = { name: 'banzi', changed: false, modelValue: { '3': 1, '4': 7 } } as const
    expect(change(ladder, (w) => void w.findAll('input')[1]?.setValue(''))).toEqual([[{ '3': 1 }]])
    expect(change(ladder, (w) => void w.findAll('input')[2]?.setValue('900'))).toEqual([
      [{ '3': 1, '4': 7, '5': 100 }],
    ])
  })

  it('makes a cap of a number or of nothing', () => {
    const sets = change({ name: 'cap', changed: true, modelValue: 30 }, (w) => {
      void w.get('.switch').trigger('click')
      void w.findAll('button').slice(-1)[0]?.trigger('click')
    })
    expect(sets).toEqual([[null], [35]])
  })
})
