import { type NodeViewProps, ReactNodeViewRenderer } from '@tiptap/react'
import { FileDown, Film, ListTree, TextQuote } from 'lucide-react'
import { CategoryList, EntryBlock, FileBlock, Include, InlineEntry, Picture, Video } from '#web/editor/schema/media.ts'
import { EntryView, InlineEntryView } from './entry-views.tsx'
import { ChangeLeaf, LeafLine } from './leaf-line.tsx'
import { PictureView } from './picture-view.tsx'
import { useTitleOf } from './use-title-of.ts'

/** As the schema has them, drawn so that one sees what they are. */
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

const CategoryListView = ({ node, editor, selected, getPos }: NodeViewProps) => (
  <LeafLine
    icon={ListTree}
    selected={selected}
    change={<ChangeLeaf {...{ editor, getPos }} label="Change this list" />}
  >
    <span>
      Articles of <b>{useTitleOf(editor, node.attrs.reference) || '…'}</b>
    </span>
  </LeafLine>
)

const IncludeView = ({ node, editor, selected, getPos }: NodeViewProps) => (
  <LeafLine
    icon={TextQuote}
    selected={selected}
    change={<ChangeLeaf {...{ editor, getPos }} label="Change this part" />}
  >
    <span>
      The text of <b>{useTitleOf(editor, node.attrs.reference) || '…'}</b>
    </span>
  </LeafLine>
)
