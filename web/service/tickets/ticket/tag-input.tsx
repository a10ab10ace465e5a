import { type ComponentProps, useState } from 'react'
import { SuggestingInput } from '#web/lib/list/suggesting-input.tsx'
import { useTags } from './use-tags.ts'

type Props = Pick<ComponentProps<typeof SuggestingInput>, 'size' | 'autoFocus' | 'placeholder' | 'className'> &
  Pick<ComponentProps<typeof SuggestingInput>, 'aria-label' | 'onKeyDown' | 'onBlur'> & {
    value: string
    onChange: (text: string) => void
    onChoose: (tag: string) => void
    /** Tags that are not suggested. */
    taken?: string[]
  }

/** An input for a tag, which suggests the tags of the workspace that begin with what is typed. */
export function TagInput({ value, onChange, onChoose, taken = [], ...rest }: Props) {
  const [isOpen, setOpen] = useState(false)
  const tags = useTags(isOpen && value.trim() ? value.trim() : null)
  return (
    <SuggestingInput
      {...rest}
      listLabel="Tags"
      maxLength={50}
      startsAt={-1}
      value={value}
      onChange={(text) => {
        setOpen(true)
        onChange(text)
      }}
      found={tags.filter((tag) => tag !== value && !taken.includes(tag))}
      isSearching={false}
      keyOf={(tag) => tag}
      onChoose={(tag) => {
        setOpen(false)
        onChoose(tag)
      }}
      onClose={() => setOpen(false)}
    >
      {(tag) => <span className="truncate">{tag}</span>}
    </SuggestingInput>
  )
}
