import { useState } from 'react'
import { FilterList } from '#web/ui/choice/filter-list.tsx'
import { InlineValue } from '#web/ui/choice/inline-value.tsx'
import { Select } from '#web/ui/choice/select.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Tabs } from '#web/ui/page/tabs.tsx'

const few = ['Low', 'Normal', 'High'].map((label) => ({ value: label.toLowerCase(), label }))
const months = 'January February March April May June July August September October November December'.split(' ')
const many = months.map((label) => ({ value: label.toLowerCase(), label, disabled: label === 'March' }))

function FilterScene() {
  const [chosen, setChosen] = useState('may')
  return (
    <>
      <FilterList label="Month" options={many} value={chosen} onChoose={setChosen} />
      <output aria-label="Chosen">{chosen}</output>
    </>
  )
}

function InlineValueScene() {
  const [priority, setPriority] = useState('low')
  const [month, setMonth] = useState('may')
  return (
    <>
      <InlineValue label="Priority" options={few} value={priority} onChange={setPriority} openKeys="p" />
      <InlineValue label="Month" options={many} value={month} onChange={setMonth} openKeys="m" />
      <InlineValue label="Fixed" options={few} value="high" onChange={setPriority} openKeys="f" disabled />
    </>
  )
}

const SelectScene = () => (
  <form className="grid w-80 gap-4" id="form">
    <Field label="Priority">
      <Select name="priority" options={few} defaultValue="normal" />
    </Field>
    <Field label="Month">
      <Select name="month" options={many} defaultValue="may" />
    </Field>
    <button type="button">After</button>
  </form>
)

function TabsScene() {
  const [value, setValue] = useState('reply')
  return (
    <>
      <Tabs
        label="Kind"
        value={value}
        onChange={setValue}
        panelId="panel"
        items={['reply', 'note', 'mail'].map((value) => ({ value, label: value }))}
      />
      <div role="tabpanel" id="panel">
        {value} is shown
      </div>
    </>
  )
}

export const choices = { filter: FilterScene, 'inline-value': InlineValueScene, select: SelectScene, tabs: TabsScene }
