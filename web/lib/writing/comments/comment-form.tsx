import { type FormEvent, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import type { Thread } from '#contract/writing/comments.ts'
import { fullName } from '#web/lib/words/full-name.ts'
import { useOnce } from '#web/lib/write/once.ts'
import { useFault } from '#web/lib/write/use-faults.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import type { Outcome } from '#web/lib/write/writer.ts'
import { Button } from '#web/ui/button/button.tsx'
import { useListCursor } from '#web/ui/choice/use-list-cursor.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Textarea } from '#web/ui/form/textarea.tsx'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'
import { Avatar } from '#web/ui/mark/avatar.tsx'
import { menuRow } from '#web/ui/overlay/menu.tsx'
import { type Colleague, mentionedIn, offered, queryAt, withMention } from './mentions.ts'
import type { Draft } from './use-comments.ts'

const mostLetters = 4000
export type CommentText = { text: string; mentions: string[] }

type Props<T extends Thread> = {
  label: ReactNode
  verb: string
  members: Colleague[]
  draft: Draft
  turn: number
  send: (written: CommentText, idempotencyKey: string) => Promise<Outcome<T>>
  onSent: (thread: T) => void
  onCancel: () => void
}

export function CommentForm<T extends Thread>(props: Props<T>) {
  const { label, verb, members, draft, turn, send, onSent, onCancel } = props
  const { text } = draft
  const form = useRef<HTMLFormElement>(null)
  const sending = useWrite(useOnce(send), {
    keepsPage: true,
    onAnswer(thread) {
      draft.drop()
      onSent(thread)
    },
  })
  const cancel = () => {
    draft.drop()
    onCancel()
  }
  const fault = useFault(sending.problem, sending.problem?.fields?.text ?? sending.problem?.detail)
  useLayoutEffect(() => {
    const area = form.current?.querySelector('textarea')
    // The page renders this form twice, in the panel and below the text. Only the visible form gets the focus.
    if (turn === 0 || !area?.checkVisibility()) return
    area.focus()
    area.setSelectionRange(area.value.length, area.value.length)
  }, [turn])

  useShortcuts({ 'mod+enter': { label: verb } }, { group: 'While commenting' })

  function submit(event?: FormEvent) {
    event?.preventDefault()
    if (!text.trim() || sending.isPending) return
    sending.write({ text, mentions: mentionedIn(text, members) })
  }

  return (
    <form ref={form} onSubmit={submit} noValidate className="grid gap-2" data-keeps-focus>
      <Field label={label} {...fault}>
        <MentionTextarea
          {...{ text, members }}
          onChange={draft.write}
          onSubmit={submit}
          onEscape={() => (text.trim() && draft.isChanged ? undefined : cancel())}
        />
      </Field>
      <div className="flex items-center justify-end gap-2">
        <Button variant="ghost" onClick={cancel}>
          Cancel
        </Button>
        <Button
          variant="primary"
          type="submit"
          keys="mod+enter"
          busy={sending.isPending}
          {...(!text.trim() && { disabledReason: 'Write something first' })}
        >
          {verb}
        </Button>
      </div>
    </form>
  )
}

type AreaProps = {
  text: string
  members: Colleague[]
  onChange: (text: string) => void
  onSubmit: () => void
  onEscape?: () => void
}

export function MentionTextarea({ text, members, onChange, onSubmit, onEscape }: AreaProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const [caret, setCaret] = useState<number>()
  const query = caret === undefined ? undefined : queryAt(text, caret)
  const choices = query === undefined ? [] : offered(query, members)
  const wantedCaret = useRef<number>(null)
  useLayoutEffect(() => {
    if (wantedCaret.current === null) return
    area.current?.setSelectionRange(wantedCaret.current, wantedCaret.current)
    wantedCaret.current = null
  })
  const list = useListCursor({
    label: 'Colleagues',
    count: choices.length,
    resetOn: query ?? '',
    onChoose(index) {
      const next = withMention(text, caret!, choices[index]!)
      wantedCaret.current = next.caret
      onChange(next.text)
      setCaret(undefined)
    },
  })

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    const isSubmit = event.key === 'Enter' && (event.metaKey || event.ctrlKey)
    if (isSubmit || (event.key === 'Escape' && (choices.length > 0 || onEscape))) {
      // Stops the event, because the page uses the same keys as shortcuts.
      event.preventDefault()
      event.stopPropagation()
      if (isSubmit) onSubmit()
      else if (choices.length > 0) setCaret(undefined)
      else onEscape?.()
      return
    }
    list.inputProps.onKeyDown(event)
  }

  const { 'aria-controls': controls, 'aria-activedescendant': active } = list.inputProps
  return (
    <>
      <Textarea
        ref={area}
        rows={3}
        maxLength={mostLetters}
        value={text}
        onChange={({ target }) => {
          onChange(target.value)
          setCaret(target.selectionStart)
        }}
        onBlur={() => setCaret(undefined)}
        onKeyDown={onKeyDown}
        placeholder="Write a comment. Use @ to mention colleagues; they get a mail."
        aria-autocomplete="list"
        {...(choices.length > 0 && { 'aria-controls': controls, 'aria-activedescendant': active })}
      />
      {choices.length > 0 && (
        <div {...list.listProps} className="mt-1 rounded-md bg-raised p-1 shadow-menu">
          {choices.map((member, index) => (
            <div
              key={member.id}
              {...list.optionProps(index)}
              tabIndex={-1}
              className={classNames(menuRow, list.active === index && 'bg-press')}
            >
              <Avatar name={fullName(member)} src={member.avatarUrl} size={20} hideName />
              <span className="truncate">{fullName(member)}</span>
            </div>
          ))}
        </div>
      )}
    </>
  )
}
