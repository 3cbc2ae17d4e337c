/** Parses pages by the rules of HTML. */
import { html, parse, type TreeAdapter, type TreeAdapterTypeMap } from 'parse5';
import {
  type DomChild,
  DomComment,
  DomDocument,
  DomElement,
  type DomNode,
  type DomParent,
  DomText,
} from './dom.ts';
import './selectors.ts';

type Nodes = TreeAdapterTypeMap<
  DomNode,
  DomParent,
  DomChild,
  DomDocument,
  DomDocument,
  DomElement,
  DomComment,
  DomText,
  DomElement,
  never
>;

const adapter: TreeAdapter<Nodes> = {
  createDocument: () => new DomDocument(),
  createDocumentFragment: () => new DomDocument(),
  createElement: (name, namespace, attributes) =>
    new DomElement(name, namespace, Object.fromEntries(attributes.map((each) => [each.name, each.value]))),
  createTextNode: (text) => new DomText(text),
  createCommentNode: (text) => new DomComment(text),
  appendChild(parent, node) {
    node.parent = parent;
    parent.childNodes.push(node);
  },
  insertBefore(parent, node, next) {
    node.parent = parent;
    parent.childNodes.splice(parent.childNodes.indexOf(next), 0, node);
  },
  detachNode(node) {
    node.parent?.childNodes.splice(node.parent.childNodes.indexOf(node), 1);
    node.parent = null;
  },
  insertText(parent, text) {
    const last = parent.childNodes.at(-1);
    if (last instanceof DomText) last.data += text;
    else adapter.appendChild(parent, new DomText(text));
  },
  insertTextBefore(parent, text, next) {
    const previous = parent.childNodes[parent.childNodes.indexOf(next) - 1];
    if (previous instanceof DomText) previous.data += text;
    else adapter.insertBefore(parent, new DomText(text), next);
  },
  adoptAttributes(element, attributes) {
    for (const { name, value } of attributes) element.attribs[name] ??= value;
  },
  // The content of a template is not a part of the page.
  setTemplateContent: () => undefined,
  getTemplateContent: () => new DomDocument(),
  setDocumentType: () => undefined,
  setDocumentMode: () => undefined,
  getDocumentMode: () => html.DOCUMENT_MODE.NO_QUIRKS,
  getFirstChild: (node) => node.childNodes[0] ?? null,
  getChildNodes: (node) => node.childNodes,
  getParentNode: (node) => ('parent' in node ? node.parent : null),
  getAttrList: ({ attribs }) => Object.entries(attribs).map(([name, value]) => ({ name, value })),
  getTagName: ({ name }) => name,
  getNamespaceURI: ({ namespace }) => namespace as html.NS,
  getTextNodeContent: ({ data }) => data,
  getCommentNodeContent: ({ data }) => data,
  getDocumentTypeNodeName: () => '',
  getDocumentTypeNodePublicId: () => '',
  getDocumentTypeNodeSystemId: () => '',
  isElementNode: (node) => node instanceof DomElement,
  isTextNode: (node) => node instanceof DomText,
  isCommentNode: (node) => node instanceof DomComment,
  isDocumentTypeNode: (_node): _node is never => false,
  // Only asked for on request.
  setNodeSourceCodeLocation: () => undefined,
  getNodeSourceCodeLocation: () => undefined,
  updateNodeSourceCodeLocation: () => undefined,
};

/** Parses a page like a browser whose scripts are off, so the content of noscript consists of elements. */
export function parsePage(text: string): DomDocument {
  const document = parse<Nodes>(text, { treeAdapter: adapter, scriptingEnabled: false });
  for (const child of document.children) number(child, document);
  return document;
}

function number(element: DomElement, document: DomDocument): void {
  element.ownerDocument = document;
  element.position = document.elements.length;
  document.elements.push(element);
  for (const child of element.children) number(child, document);
  element.end = document.elements.length;
}
