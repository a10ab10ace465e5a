import { FileText } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { FoundSection, LinkSuggestion } from '#web/editor/editor-port.ts'
import { linkableIn } from '#web/editor/menus/linkable.ts'
import { useFound } from '#web/lib/network/use-found.ts'
import { Select } from '#web/ui/choice/select.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Icon } from '#web/ui/mark/icon.tsx'
import { menuRow } from '#web/ui/overlay/menu.tsx'
import type { FieldsProps } from './block-dialog.tsx'

const whole = { value: '', label: 'All of it' }

export function IncludeFields({ editor, attrs, isSubmitted, onAnswer }: FieldsProps) {
  const begun = attrs?.reference
  const port = editor.storage.port.now()
  const [article, setArticle] = useState<LinkSuggestion | null>(begun ? { id: begun.id, title: '' } : null)
  const [anchor, setAnchor] = useState(begun?.anchor ?? '')
  const [sections, setSections] = useState<FoundSection[]>([])
  const input = useRef<HTMLInputElement>(null)
  const id = article?.id

  useLayoutEffect(() => onAnswer(id ? { reference: { kind: 'article', id, ...(anchor && { anchor }) } } : null))
  useEffect(() => {
    if (isSubmitted) input.current?.focus()
  }, [isSubmitted])
  // biome-ignore lint/correctness/useExhaustiveDependencies: of the article, whatever its title
  useEffect(() => {
    let isWanted = true
    setSections([])
    if (!id) return
    port.sectionsOf?.(id).then((found) => isWanted && setSections(found))
    if (article?.title === '')
      port.titleOf({ kind: 'article', id }).then((title) => isWanted && setArticle({ id, title }))
    return () => {
      isWanted = false
    }
  }, [id])

  return (
    <>
      <ArticleField
        {...{ editor, article, input }}
        error={isSubmitted && !article && 'Choose an article'}
        onChoose={(chosen) => {
          setArticle(chosen)
          setAnchor('')
        }}
      />
      {article && (
        <Field label="Part" help="Readers see the published text of this part, not its draft.">
          <Select options={[whole, ...optionsOf(sections, anchor)]} value={anchor} onChange={setAnchor} />
        </Field>
      )}
    </>
  )
}

/** Adds the selected section if the article no longer contains it. */
function optionsOf(sections: FoundSection[], anchor: string) {
  const options = sections.map(({ anchor, text }) => ({ value: anchor, label: text }))
  const isKnown = anchor === '' || options.some(({ value }) => value === anchor)
  return isKnown ? options : [...options, { value: anchor, label: anchor }]
}

type ArticleFieldProps = Pick<FieldsProps, 'editor'> & {
  article: LinkSuggestion | null
  input: React.RefObject<HTMLInputElement | null>
  error: string | false
  onChoose: (article: LinkSuggestion | null) => void
}

function ArticleField({ editor, article, input, error, onChoose }: ArticleFieldProps) {
  const [typed, setTyped] = useState('')
  const { found, isSearching } = useFound(article ? null : typed.trim() || null, linkableIn(editor).search)

  function choose(chosen: LinkSuggestion) {
    onChoose(chosen)
    setTyped('')
  }

  return (
    <div>
      <Field label="Article" error={error} help={article ? undefined : 'Type words of the title or text.'}>
        <Input
          ref={input}
          autoComplete="off"
          placeholder="Search articles"
          value={article ? article.title : typed}
          onChange={(event) => {
            if (article) onChoose(null)
            setTyped(event.target.value)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || article || event.nativeEvent.isComposing) return
            event.preventDefault()
            if (found[0] && !isSearching) choose(found[0])
          }}
        />
      </Field>
      {!article && found.length > 0 && (
        <ul aria-label="Articles" className={classNames('mt-1 max-h-60 overflow-y-auto', isSearching && 'opacity-50')}>
          {found.map((one) => (
            <li key={one.id}>
              <button type="button" className={`${menuRow} hover:bg-press`} onClick={() => choose(one)}>
                <Icon of={FileText} className="text-ink-3" />
                <span className="truncate">{one.title}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
