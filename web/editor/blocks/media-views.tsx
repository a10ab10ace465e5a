import { type NodeViewProps, NodeViewWrapper, ReactNodeViewRenderer } from '@tiptap/react'
import { FileDown, Film, ImageOff, ListTree, TextQuote } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { documentLimits, type PictureAttributes, type Reference } from '#contract/document.ts'
import { CategoryList, FileBlock, Include, Picture, Video } from '#web/editor/schema/media.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Icon, type IconShape } from '#web/ui/mark/icon.tsx'

/** As the schema has them, drawn so that one sees what they are. */
export const mediaWithViews = [
  Picture.extend({ addNodeView: () => ReactNodeViewRenderer(PictureView) }),
  FileBlock.extend({ addNodeView: () => ReactNodeViewRenderer(FileView) }),
  Video.extend({ addNodeView: () => ReactNodeViewRenderer(VideoView) }),
  CategoryList.extend({ addNodeView: () => ReactNodeViewRenderer(CategoryListView) }),
  Include.extend({ addNodeView: () => ReactNodeViewRenderer(IncludeView) }),
]

function PictureView({ node, editor, selected, updateAttributes }: NodeViewProps) {
  const { file, alt, caption, width } = node.attrs as PictureAttributes
  const src = editor.storage.port.now().urlOf(file)
  const [isBroken, setBroken] = useState(false)
  useEffect(() => setBroken(src === undefined), [src])
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
      <PictureWords {...{ alt, caption }} isEditable={editor.isEditable} onChange={updateAttributes} />
    </NodeViewWrapper>
  )
}

type WordsProps = { alt?: string; caption?: string; isEditable: boolean; onChange: (changes: object) => void }

const PictureWords = ({ alt, caption, isEditable, onChange }: WordsProps) => (
  <figcaption contentEditable={false} className="mt-1.5 grid gap-1">
    <PictureWord
      label="Caption"
      placeholder="Caption"
      value={caption}
      most={documentLimits.caption}
      {...{ isEditable }}
      onChange={(caption) => onChange({ caption })}
    />
    <PictureWord
      label="Alternative text"
      placeholder="What the picture shows, for those who do not see it"
      value={alt}
      most={documentLimits.alt}
      {...{ isEditable }}
      onChange={(alt) => onChange({ alt })}
    />
  </figcaption>
)

type WordProps = {
  label: string
  placeholder: string
  value?: string
  most: number
  isEditable: boolean
  onChange: (value: string | null) => void
}

const PictureWord = ({ label, value, most, isEditable, onChange, placeholder }: WordProps) => (
  <input
    aria-label={label}
    placeholder={placeholder}
    maxLength={most}
    value={value ?? ''}
    readOnly={!isEditable}
    onChange={(event) => onChange(event.target.value || null)}
    // The text around it has keys of its own.
    onKeyDown={(event) => event.stopPropagation()}
    className="w-full rounded-sm bg-transparent px-1 text-meta text-ink-2 hover:bg-hover focus:bg-hover"
  />
)

const Line = ({ icon, selected, children }: { icon: IconShape; selected: boolean; children: ReactNode }) => (
  <NodeViewWrapper
    data-drag-handle
    className={classNames('leaf flex items-center gap-2 rounded-sm border border-line px-3 py-2', selected && 'chosen')}
  >
    <Icon of={icon} className="text-ink-3" />
    {children}
  </NodeViewWrapper>
)

const FileView = ({ node, editor, selected }: NodeViewProps) => {
  const url = editor.storage.port.now().urlOf(node.attrs.file)
  return (
    <Line icon={FileDown} selected={selected}>
      {url ? (
        <a href={url} download>
          {node.attrs.name}
        </a>
      ) : (
        node.attrs.name
      )}
    </Line>
  )
}

const VideoView = ({ node, selected }: NodeViewProps) => (
  <Line icon={Film} selected={selected}>
    <span className="truncate">{node.attrs.title ?? node.attrs.url}</span>
  </Line>
)

const CategoryListView = ({ node, editor, selected }: NodeViewProps) => (
  <Line icon={ListTree} selected={selected}>
    <span>
      Articles of <ReferenceTitle reference={node.attrs.reference} editor={editor} />
    </span>
  </Line>
)

const IncludeView = ({ node, editor, selected }: NodeViewProps) => (
  <Line icon={TextQuote} selected={selected}>
    <span>
      The text of <ReferenceTitle reference={node.attrs.reference} editor={editor} />
    </span>
  </Line>
)

function ReferenceTitle({ reference, editor }: { reference: Reference } & Pick<NodeViewProps, 'editor'>) {
  const [title, setTitle] = useState('')
  useEffect(() => {
    let isWanted = true
    editor.storage.port
      .now()
      .titleOf(reference)
      .then((found) => isWanted && setTitle(found))
    return () => {
      isWanted = false
    }
  }, [reference, editor])
  return <b>{title || '…'}</b>
}
