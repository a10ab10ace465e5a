import { useState } from 'react'
import { useFaults } from '#web/lib/write/use-faults.ts'
import { useFocusOnFault } from '#web/lib/write/use-focus-on-fault.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { RadioGroup } from '#web/ui/form/radio-group.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { DialogForm } from '#web/ui/overlay/dialog-form.tsx'
import { ArticleChoice, type ChosenArticle } from './article-choice.tsx'

export type Lead = { to?: string; path?: string }

type ArchivedUrl = 'gone' | 'article' | 'path'
type Props = {
  title: string
  except: string[]
  onArchive: (lead: Lead) => void
  onClose: () => void
}

const ways = [
  { value: 'gone', label: 'Shows that the text is gone', description: 'Search engines remove the URL' },
  { value: 'article', label: 'Redirects to another article' },
  { value: 'path', label: 'Redirects to another path' },
] as const

export function ArchiveDialog({ title, except, onArchive, onClose }: Props) {
  const [way, setWay] = useState<ArchivedUrl>('gone')
  const [article, setArticle] = useState<ChosenArticle | null>(null)
  const [path, setPath] = useState('')
  const [faults, setFaults] = useState<Record<string, string>>()
  const fault = useFaults(faults)
  const [tries, setTries] = useState(0)
  const form = useFocusOnFault(null, tries)

  function submit() {
    const found = findFaults({ way, article, path: path.trim(), except })
    setFaults(found)
    setTries(tries + 1)
    if (Object.keys(found).length > 0) return
    onClose()
    onArchive(way === 'article' ? { to: article!.id } : way === 'path' ? { path: path.trim() } : {})
  }

  return (
    <Dialog open onClose={onClose} title={title}>
      <DialogForm ref={form} label="Archive" onClose={onClose} onSubmit={submit}>
        <p className="text-ink-2">Readers no longer see archived texts. You can unarchive them later.</p>
        <RadioGroup label="URL after archiving" name="lead" options={ways} value={way} onChange={setWay} />
        {way === 'article' && <ArticleChoice article={article} onChoose={setArticle} fault={fault('article')} />}
        {way === 'path' && (
          <Field label="Path" help="On this host, for example /knowledgebase/category/billing" {...fault('path')}>
            <Input value={path} maxLength={1000} onText={setPath} />
          </Field>
        )}
      </DialogForm>
    </Dialog>
  )
}

type ArchiveForm = { way: ArchivedUrl; article: ChosenArticle | null; path: string; except: string[] }

function findFaults({ way, article, path, except }: ArchiveForm): Record<string, string> {
  if (way === 'article' && !article) return { article: 'Choose the article' }
  if (way === 'article' && except.includes(article!.id))
    return { article: 'Choose an article that is not being archived' }
  if (way === 'path' && !/^\/(?![/\\])[^\s\\?#]*$/.test(path))
    return { path: 'Enter a path on this host without a query, for example /hc/articles/12' }
  return {}
}
