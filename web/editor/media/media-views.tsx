import { type NodeViewProps, NodeViewWrapper, ReactNodeViewRenderer, useEditorState } from '@tiptap/react'
import { FileDown, Film, ListTree, Pencil, TextQuote, Waypoints } from 'lucide-react'
import type { ReactNode } from 'react'
import { CategoryList, EntryBlock, FileBlock, Include, InlineEntry, Picture, Video } from '#web/editor/schema/media.ts'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Icon, type IconShape } from '#web/ui/mark/icon.tsx'
import { reopenBlockDialogAt } from './block-dialog-extension.ts'
import { PictureView } from './picture-view.tsx'
import { useTitleOf } from './use-title-of.ts'

export const mediaWithViews = [
  Picture.extend({ addNodeView: () => ReactNodeViewRenderer(PictureView) }),
  FileBlock.extend({ addNodeView: () => ReactNodeViewRenderer(FileView) }),
  Video.extend({ addNodeView: () => ReactNodeViewRenderer(VideoView) }),
  CategoryList.extend({ addNodeView: () => ReactNodeViewRenderer(CategoryListView) }),
  Include.extend({ addNodeView: () => ReactNodeViewRenderer(IncludeView) }),
  EntryBlock.extend({ addNodeView: () => ReactNodeViewRenderer(EntryView) }),
  InlineEntry.extend({ addNodeView: () => ReactNodeViewRenderer(InlineEntryView) }),
]

const FileView = ({ node, editor, selected }: NodeViewProps) => {
  const url = editor.storage.port.now().urlOf(node.attrs.file)
  return (
    <LeafLine icon={FileDown} selected={selected}>
      {url ? (
        <a href={url} download>
          {node.attrs.name}
        </a>
      ) : (
        node.attrs.name
      )}
    </LeafLine>
  )
}

const VideoView = ({ node, selected, editor, getPos }: NodeViewProps) => {
  const { url, title, poster } = node.attrs
  const src = poster && editor.storage.port.now().urlOf(poster)
  return (
    <LeafLine icon={Film} selected={selected} change={<ChangeLeaf {...{ editor, getPos }} label="Change this video" />}>
      {src && <img src={src} alt="" className="max-h-12 rounded-xs" />}
      <span className="grid min-w-0">
        <span className="truncate">{title ?? url}</span>
        {title && <span className="truncate text-meta text-ink-3">{url}</span>}
      </span>
    </LeafLine>
  )
}

const CategoryListView = (props: NodeViewProps) => (
  <ReferenceLine {...props} icon={ListTree} changeLabel="Change this list" before="Articles of" />
)

const IncludeView = (props: NodeViewProps) => (
  <ReferenceLine {...props} icon={TextQuote} changeLabel="Change this part" before="The text of" />
)

type ReferenceProps = NodeViewProps & { icon: IconShape; changeLabel: string; before: string }

function ReferenceLine({ node, editor, selected, getPos, icon, changeLabel, before }: ReferenceProps) {
  const title = useTitleOf(editor, node.attrs.reference)
  return (
    <LeafLine icon={icon} selected={selected} change={<ChangeLeaf {...{ editor, getPos }} label={changeLabel} />}>
      <span>
        {before} <b>{title || '…'}</b>
      </span>
    </LeafLine>
  )
}

const useEntry = ({ editor, node }: Pick<NodeViewProps, 'editor' | 'node'>) =>
  useEditorState({
    editor,
    selector: ({ editor }) => editor.storage.port.now().entries?.of(node.attrs.entry) ?? null,
  })

function EntryView({ node, editor, selected, getPos }: NodeViewProps) {
  const entry = useEntry({ editor, node })
  return (
    <LeafLine
      icon={Waypoints}
      selected={selected}
      change={<ChangeLeaf {...{ editor, getPos }} label="Change this entry" />}
    >
      <span className="grid min-w-0">
        <EntryName entry={entry} />
        {entry?.detail && <span className="truncate text-meta text-ink-3">{entry.detail}</span>}
      </span>
    </LeafLine>
  )
}

function InlineEntryView({ node, editor, selected }: NodeViewProps) {
  const entry = useEntry({ editor, node })
  return (
    <NodeViewWrapper
      as="span"
      data-drag-handle
      title={entry?.detail}
      className={classNames(
        'inline-flex max-w-full rounded-xs border border-line bg-sunken px-1',
        selected && 'outline-2 outline-ring',
      )}
    >
      <EntryName entry={entry} />
    </NodeViewWrapper>
  )
}

function EntryName({ entry }: { entry: ReturnType<typeof useEntry> }) {
  if (!entry) return <span className="truncate text-ink-3">Deleted entry</span>
  const title = entry.title || 'Untitled'
  if (!entry.href) return <span className="truncate">{title}</span>
  return (
    <a href={entry.href} target="_blank" rel="noreferrer" className="truncate">
      {title}
    </a>
  )
}

type LineProps = { icon: IconShape; selected: boolean; children: ReactNode; change?: ReactNode }

const LeafLine = ({ icon, selected, children, change }: LineProps) => (
  <NodeViewWrapper
    data-drag-handle
    className={classNames('leaf flex items-center gap-2 rounded-sm border border-line px-3 py-2', selected && 'chosen')}
  >
    <Icon of={icon} className="text-ink-3" />
    {children}
    {change}
  </NodeViewWrapper>
)

// Button that opens the dialog of a block, for the mouse. On the keyboard, Escape selects the block and Enter opens its
// dialog.
const ChangeLeaf = ({ editor, getPos, label }: Pick<NodeViewProps, 'editor' | 'getPos'> & { label: string }) =>
  editor.isEditable && (
    <span className="ml-auto" contentEditable={false}>
      <IconButton icon={Pencil} label={label} onClick={() => reopenBlockDialogAt(editor, getPos())} />
    </span>
  )
