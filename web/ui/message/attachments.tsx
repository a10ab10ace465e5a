import { FileImage, File as FilePlain, FileText, Paperclip, RotateCw, Upload, X } from 'lucide-react'
import { type ChangeEvent, type DragEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Icon, type IconShape } from '#web/ui/mark/icon.tsx'
import { ProgressBar } from '#web/ui/mark/progress-bar.tsx'
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts'

export const AttachmentList = ({ children }: { children: ReactNode }) => (
  <ul className="flex flex-wrap gap-1.5">{children}</ul>
)

type ChipProps = {
  name: string
  detail?: string
  mime?: string
  href?: string
  progress?: number
  state?: string | null
  error?: string | null
  picture?: string
  onRetry?: () => void
  onRemove?: () => void
}

export function AttachmentChip(props: ChipProps) {
  const { name, href, progress, error, onRetry, onRemove } = props
  const body = 'inline-flex h-full min-w-0 items-center gap-1.5 rounded-sm px-2'
  return (
    <li
      // The item can get the focus when its Retry button disappears.
      tabIndex={onRetry ? -1 : undefined}
      className={classNames(
        'relative inline-flex min-h-7 max-w-full items-center overflow-hidden rounded-sm border text-meta touch:min-h-9',
        error ? 'border-red-solid bg-red-tint text-red-ink' : 'border-line-strong bg-surface',
      )}
    >
      {href ? (
        <a
          href={href}
          target="_blank"
          rel="noreferrer"
          className={classNames(body, 'min-h-7 hover:bg-hover touch:min-h-9')}
        >
          <ChipFace {...props} />
        </a>
      ) : (
        <span className={body}>
          <ChipFace {...props} />
        </span>
      )}
      {onRetry && (
        <IconButton
          icon={RotateCw}
          size="sm"
          label={`Try ${name} again`}
          onClick={(event) => {
            event.currentTarget.closest('li')?.focus()
            onRetry()
          }}
          className="shrink-0 [&_svg]:size-3.5"
        />
      )}
      {onRemove && (
        <IconButton
          icon={X}
          size="sm"
          label={`Remove ${name}`}
          onClick={onRemove}
          className="mr-0.5 shrink-0 [&_svg]:size-3"
        />
      )}
      {progress !== undefined && progress < 1 && (
        <ProgressBar
          label={`Uploading ${name}`}
          value={Math.floor(progress * 100)}
          max={100}
          className="absolute inset-x-0 bottom-0 h-0.5! rounded-none!"
        />
      )}
    </li>
  )
}

function ChipFace({ name, detail, mime = '', picture, state, error }: ChipProps) {
  const said = error ?? state
  return (
    <>
      {picture ? (
        <img src={picture} alt="" loading="lazy" className="my-1 size-10 shrink-0 rounded-xs object-cover" />
      ) : (
        <Icon of={shapeOf(mime)} size={14} className={error ? undefined : 'text-ink-3'} />
      )}
      <span className={classNames('flex min-w-0 items-baseline gap-x-1.5', said && 'flex-wrap py-1')}>
        <span className="min-w-0 truncate font-medium">{name}</span>
        {detail && !error && <span className="shrink-0 text-ink-3 tabular-nums">{detail}</span>}
        {said && <span className={error ? undefined : 'text-ink-2'}>{said}</span>}
      </span>
    </>
  )
}

const shapeOf = (mime: string): IconShape =>
  mime.startsWith('image/') ? FileImage : mime.startsWith('text/') || mime.includes('pdf') ? FileText : FilePlain

type PickProps = {
  onFiles: (files: File[]) => void
  multiple?: boolean
  accept?: string
  name?: string
}

export function DropZone({ onFiles, multiple = true, accept, name, hint }: PickProps & { hint?: ReactNode }) {
  const id = useId()
  const field = usePostedFiles(name, onFiles)
  const [isOver, setOver] = useState(false)

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    onFiles([...event.dataTransfer.files].slice(0, multiple ? undefined : 1))
  }

  return (
    <label
      htmlFor={id}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={classNames(
        'flex min-h-11 cursor-pointer flex-wrap items-center gap-x-2.5 rounded-sm border border-dashed px-3 py-2 focus-within:border-ring focus-within:shadow-focus',
        isOver ? 'border-ring bg-selected' : 'border-control',
      )}
    >
      <Icon of={Upload} className="text-ink-3" />
      <span className="noscript:hidden">
        Drop files here or <span className="font-medium text-accent-ink">choose</span>
      </span>
      <span className="hidden noscript:inline">Attach files</span>
      {hint && <span className="ml-auto text-meta text-ink-3">{hint}</span>}
      <input
        id={id}
        {...field}
        type="file"
        className={classNames('sr-only noscript:not-sr-only', fileButton)}
        multiple={multiple}
        accept={accept}
        onChange={(event) => takeFiles(event, onFiles)}
      />
    </label>
  )
}

export function FilePickerButton({
  label,
  icon = Paperclip,
  onFiles,
  multiple = true,
  accept,
  name,
}: PickProps & { label: string; icon?: IconShape }) {
  const field = usePostedFiles(name, onFiles)
  return (
    <>
      <IconButton
        icon={icon}
        label={label}
        onClick={() => field.ref.current?.click()}
        className={name && 'noscript:hidden'}
      />
      <input
        {...field}
        type="file"
        aria-label={label}
        className={classNames('hidden', name && 'min-w-0 noscript:block', fileButton)}
        multiple={multiple}
        accept={accept}
        onChange={(event) => takeFiles(event, onFiles)}
      />
    </>
  )
}

const fileButton =
  'text-meta text-ink-2 file:mr-2.5 file:h-7 file:rounded-sm file:border file:border-line-strong file:bg-surface file:px-2.5 file:font-medium file:text-ink'

// Uploads files that were chosen before hydration. After hydration, the file field has no name, so the form does not
// send the files twice.
function usePostedFiles(name: string | undefined, onFiles: PickProps['onFiles']) {
  const ref = useRef<HTMLInputElement>(null)
  const isHydrated = useIsHydrated()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (!ref.current?.files?.length) return
    onFiles([...ref.current.files])
    ref.current.value = ''
  }, [])
  return { ref, name: isHydrated ? undefined : name }
}

function takeFiles({ target }: ChangeEvent<HTMLInputElement>, onFiles: (files: File[]) => void) {
  onFiles([...(target.files ?? [])])
  target.value = ''
}
