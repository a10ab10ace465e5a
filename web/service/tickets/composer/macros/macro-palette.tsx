import { type ReactNode, useState } from 'react'
import { useAnswer } from '#web/lib/network/use-answer.ts'
import { findMacros } from '#web/service/tickets/macros/list-macros.ts'
import { Button } from '#web/ui/button/button.tsx'
import { useListCursor } from '#web/ui/choice/use-list-cursor.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/mark/icon.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { menuHeading, menuLine, menuRow } from '#web/ui/overlay/menu.tsx'
import { Modal } from '#web/ui/overlay/modal.tsx'
import { TextLink } from '#web/ui/text/text-link.tsx'

type Props = {
  preview: (id: string) => ReactNode
  onChoose: (id: string) => void
  onClose: () => void
}

export function MacroPalette({ preview, onChoose, onClose }: Props) {
  const [typed, setTyped] = useState('')
  const {
    answer: macros = [],
    of,
    problem,
    isReading,
    tryAgain,
  } = useAnswer(typed, (signal) => findMacros(typed, signal))
  const cursor = useListCursor({
    label: 'Macros',
    count: macros.length,
    isSearching: of !== typed,
    resetOn: typed,
    onChoose: (index) => choose(index),
  })
  const active = macros[cursor.active]

  function choose(index: number) {
    const macro = macros[index]
    if (!macro) return
    onClose()
    onChoose(macro.id)
  }

  return (
    <Modal open onClose={onClose} label="Apply a macro" placement="top" className="max-w-180">
      <div className="p-1" aria-busy={isReading}>
        <input
          {...cursor.inputProps}
          aria-label="Search macros"
          placeholder="Search macros by name or text"
          autoComplete="off"
          maxLength={200}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          className="h-9 w-full bg-transparent px-2 outline-none"
        />
        <div className={menuLine} />
        {problem && (
          <Banner tone="danger" action={<Button onClick={tryAgain}>Try again</Button>}>
            {problem}
          </Banner>
        )}
        <div className="flex min-h-60">
          <div {...cursor.listProps} className="max-h-[50dvh] min-w-0 flex-1 overflow-y-auto">
            {macros.map(({ id, label, group, icon }, index) => (
              <div key={id} role="presentation">
                {group !== macros[index - 1]?.group && (
                  <div role="presentation" className={menuHeading}>
                    {group}
                  </div>
                )}
                <div
                  {...cursor.optionProps(index)}
                  className={classNames(menuRow, index === cursor.active && 'bg-press')}
                >
                  <Icon of={icon} className="text-ink-3" />
                  <span className="truncate">{label}</span>
                </div>
              </div>
            ))}
            {macros.length === 0 && !problem && (
              <p role="status" className="px-2 py-2 text-ink-3">
                {isReading ? 'Searching…' : typed.trim() ? 'No macro matches' : 'There are no macros yet'}
              </p>
            )}
          </div>
          <div className="max-h-[50dvh] w-84 overflow-y-auto border-l border-line p-3 max-md:hidden">
            {active && preview(active.id)}
          </div>
        </div>
        <div className={menuLine} />
        <div className="flex justify-end px-2 py-1">
          <TextLink href="/service/macros">Manage macros</TextLink>
        </div>
      </div>
    </Modal>
  )
}
