import { type NodeViewProps, NodeViewWrapper } from '@tiptap/react'
import { ImageOff, Link } from 'lucide-react'
import { useEffect, useState } from 'react'
import { documentLimits, type LinkTarget, type PictureAttributes } from '#contract/writing/document.ts'
import { LinkField } from '#web/editor/menus/link-field.tsx'
import { titleOfEntry } from '#web/editor/menus/linkable.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/mark/icon.tsx'
import { useTitleOf } from './use-title-of.ts'

export function PictureView({ node, editor, selected, updateAttributes }: NodeViewProps) {
  const { file, alt, caption, width, link } = node.attrs as PictureAttributes
  const src = editor.storage.port.now().urlOf(file)
  const [isBroken, setBroken] = useState(false)
  useEffect(() => setBroken(src === undefined), [src])
  const words = { isEditable: editor.isEditable }
  return (
    <NodeViewWrapper as="figure" className={classNames('picture', selected && 'chosen')}>
      {isBroken || !src ? (
        <p className="flex items-center gap-2 rounded-sm bg-press px-3 py-6 text-ink-3">
          <Icon of={ImageOff} /> This picture cannot be shown
        </p>
      ) : (
        <img
          src={src}
          alt={alt ?? ''}
          width={width ?? undefined}
          draggable
          onError={() => setBroken(true)}
          data-drag-handle
        />
      )}
      <figcaption contentEditable={false} className="mt-1.5 grid gap-1">
        <PictureWord
          label="Caption"
          placeholder="Caption"
          value={caption}
          most={documentLimits.caption}
          {...words}
          onChange={(caption) => updateAttributes({ caption })}
        />
        <PictureWord
          label="Alternative text"
          placeholder="What the picture shows, for people who cannot see it"
          value={alt}
          most={documentLimits.alt}
          {...words}
          data-led-to
          onChange={(alt) => updateAttributes({ alt })}
        />
        {editor.isEditable && (
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <PictureWidth width={width} onChange={(width) => updateAttributes({ width })} />
            <PictureLink editor={editor} link={link} onChange={(link) => updateAttributes({ link })} />
          </div>
        )}
      </figcaption>
    </NodeViewWrapper>
  )
}

type WordProps = {
  label: string
  placeholder: string
  value?: string
  most: number
  isEditable: boolean
  onChange: (value: string | null) => void
  'data-led-to'?: boolean
}

const look = 'min-h-6 rounded-sm bg-transparent px-1 text-meta text-ink-2 hover:bg-hover focus:bg-hover'

const PictureWord = ({ label, value, most, isEditable, onChange, placeholder, ...rest }: WordProps) => (
  <input
    {...rest}
    dir="auto"
    aria-label={label}
    placeholder={placeholder}
    maxLength={most}
    value={value ?? ''}
    readOnly={!isEditable}
    onChange={(event) => onChange(event.target.value || null)}
    // The editor must not handle keys that are typed in this input.
    onKeyDown={(event) => event.stopPropagation()}
    className={`${look} w-full`}
  />
)

const [least, most] = documentLimits.pictureWidth

function PictureWidth({ width, onChange }: { width: number | undefined; onChange: (width: number | null) => void }) {
  const [typed, setTyped] = useState<string>()
  const shown = typed ?? String(width ?? '')
  const isFaulty = widthIn(shown) === undefined
  return (
    <label className="flex items-center gap-1 text-meta text-ink-3">
      Width
      <input
        inputMode="numeric"
        aria-label="Width in pixels"
        aria-invalid={isFaulty}
        placeholder="own"
        autoComplete="off"
        maxLength={4}
        value={shown}
        onChange={({ target: { value } }) => {
          setTyped(value)
          const next = widthIn(value)
          if (next !== undefined) onChange(next)
        }}
        onKeyDown={(event) => event.stopPropagation()}
        onBlur={() => setTyped(undefined)}
        className={`${look} w-14`}
      />
      <span role="status" className={isFaulty ? 'text-red-ink' : undefined}>
        {isFaulty ? `A whole number from ${least} to ${most}` : 'px'}
      </span>
    </label>
  )
}

/** Returns null for the natural width and undefined for an invalid width. */
function widthIn(typed: string): number | null | undefined {
  if (typed.trim() === '') return null
  const width = Number(typed)
  return Number.isInteger(width) && width >= least && width <= most ? width : undefined
}

type LinkProps = Pick<NodeViewProps, 'editor'> & {
  link: LinkTarget | undefined
  onChange: (link: LinkTarget | null) => void
}

function PictureLink({ editor, link, onChange }: LinkProps) {
  const [isOpen, setOpen] = useState(false)
  const title = useTitleOf(editor, link?.reference ?? null)
  const entry = titleOfEntry(editor, link?.entry)
  const place = entry ?? (link?.reference ? title : link?.href)
  if (isOpen)
    return (
      // Prevents the editor around the link field from handling its keys.
      // biome-ignore lint/a11y/noStaticElementInteractions: what is pressed stands inside
      <div onKeyDown={(event) => event.stopPropagation()}>
        <LinkField
          editor={editor}
          address={link?.href ?? ''}
          isLink={Boolean(link)}
          leadsTo={entry}
          onLead={onChange}
          onDone={() => setOpen(false)}
        />
      </div>
    )
  return (
    <button
      type="button"
      onClick={() => setOpen(true)}
      className={`${look} flex max-w-full min-w-0 items-center gap-1 focus-visible:shadow-focus`}
    >
      <Icon of={Link} size={14} />
      <span className="truncate">{place ? `Links to ${place}` : 'Add a link'}</span>
    </button>
  )
}
