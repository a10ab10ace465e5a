import { Image, X } from 'lucide-react'
import { useState } from 'react'
import { MediaChooser } from '#web/cms/media/picker/media-chooser.tsx'
import { Button } from '#web/ui/button/button.tsx'
import type { Category } from './category-data.ts'

type CategoryPicture = { id: string; name: string; thumbnail: string | null }

type Props = {
  category: Category | null
  value: string | null
  error?: string | null | false | undefined
  onChanged?: (() => void) | undefined
  onChange: (picture: string | null) => void
}

/** The picture of a category, from the media library. */
export function CategoryPicture({ category, value, error, onChanged, onChange }: Props) {
  const [isChoosing, setChoosing] = useState(false)
  const [chosen, setChosen] = useState<CategoryPicture>()
  const kept = category?.picture && category.shown ? { id: category.picture, ...category.shown } : undefined
  const picture = [chosen, kept].find((one) => one?.id === value)
  const take = (next: string | null) => {
    onChanged?.()
    onChange(next)
  }
  return (
    <fieldset aria-label="Picture" className="grid min-w-0 justify-items-start gap-2">
      {picture?.thumbnail && (
        <img
          src={picture.thumbnail}
          alt={picture.name}
          className="h-24 w-40 rounded-sm border border-line object-cover"
        />
      )}
      {value && !picture && <p className="text-ink-3">This picture is no longer in the library</p>}
      <div className="flex gap-2">
        <Button icon={Image} onClick={() => setChoosing(true)}>
          {value ? 'Replace' : 'Choose'}
        </Button>
        {value && (
          <Button variant="ghost" icon={X} onClick={() => take(null)}>
            Take out
          </Button>
        )}
      </div>
      {error && (
        <p role="alert" className="text-meta text-red-ink">
          {error}
        </p>
      )}
      {isChoosing && (
        <MediaChooser
          kinds={['image']}
          many={false}
          onClose={() => setChoosing(false)}
          onChoose={([lead]) => {
            if (!lead) return
            setChosen({ id: lead.id, name: lead.title, thumbnail: lead.picture })
            take(lead.id)
          }}
        />
      )}
    </fieldset>
  )
}
