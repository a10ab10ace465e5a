import { CircleAlert, CircleCheck, RotateCcw, X } from 'lucide-react'
import { Link } from 'react-router'
import { mediaHref } from '#web/cms/media/media-query.ts'
import { plural } from '#web/lib/words/format.ts'
import { Button } from '#web/ui/button/button.tsx'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { Icon } from '#web/ui/mark/icon.tsx'
import { ProgressBar } from '#web/ui/mark/progress-bar.tsx'
import type { MediaUpload, MediaUploads } from './use-media-uploads.ts'

export function UploadList({ uploads: { uploads, isBusy, retry, remove, clear } }: { uploads: MediaUploads }) {
  if (uploads.length === 0) return null
  const done = uploads.filter(({ state }) => state === 'done').length
  return (
    <section aria-label="Uploads" className="border-b border-line bg-sunken px-5 py-2">
      <div className="flex min-h-7 items-center justify-between gap-2">
        <span role="status" className="font-medium">
          {isBusy ? `${done} of ${plural(uploads.length, 'file')} uploaded` : `${plural(done, 'file')} uploaded`}
        </span>
        {done > 0 && !isBusy && (
          <Button variant="ghost" onClick={clear}>
            Clear
          </Button>
        )}
      </div>
      <ul className="max-h-40 overflow-auto">
        {uploads.map((upload) => (
          <Line
            key={upload.key}
            upload={upload}
            onRetry={() => retry(upload.key)}
            onRemove={() => remove(upload.key)}
          />
        ))}
      </ul>
    </section>
  )
}

type LineProps = { upload: MediaUpload; onRetry: () => void; onRemove: () => void }

const Line = ({ upload: { file, state, progress, isWaiting, error, added }, onRetry, onRemove }: LineProps) => (
  <li className="flex min-h-7 items-center gap-2.5">
    {state === 'failed' && <Icon of={CircleAlert} size={14} className="text-red-ink" />}
    {state === 'done' && <Icon of={CircleCheck} size={14} className="text-green-ink" />}
    <span className="min-w-0 truncate">{file.name}</span>
    {(state === 'running' || state === 'waiting') && (
      <ProgressBar
        label={`Upload of ${file.name}`}
        value={Math.round(progress * 100)}
        max={100}
        className="w-32 shrink-0"
      />
    )}
    {isWaiting && <span className="min-w-0 truncate text-ink-3">Waiting for the connection</span>}
    {error && <span className="min-w-0 truncate text-red-ink">{error}</span>}
    {added?.duplicateOf && (
      <span className="min-w-0 truncate text-ink-3">
        Same content as{' '}
        <Link to={mediaHref({ file: added.duplicateOf.id })} className="text-accent-ink underline">
          {added.duplicateOf.name}
        </Link>
      </span>
    )}
    <span className="ml-auto flex shrink-0">
      {state === 'failed' && (
        <IconButton size="sm" icon={RotateCcw} label={`Try ${file.name} again`} onClick={onRetry} />
      )}
      <IconButton
        size="sm"
        icon={X}
        label={state === 'failed' || state === 'done' ? `Remove ${file.name} from this list` : `Cancel ${file.name}`}
        onClick={onRemove}
      />
    </span>
  </li>
)
