// Elements, without HTML in strings: a text is never markup.

type Child = Node | string | null;
type Listener = (event: Event) => void;
type Attributes = Record<string, string | number | boolean | Listener | undefined>;

function fill(element: Element, attributes: Attributes, children: Child[]): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") {
      element.addEventListener(name, value);
    } else if (value === true) {
      element.setAttribute(name, "");
    } else if (value !== undefined && value !== false) {
      element.setAttribute(name, String(value));
    }
  }
  element.append(...children.filter((child) => child !== null));
}

/** Makes an element. A function among the attributes listens to the event of its name. */
export function h<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  fill(element, attributes, children);
  return element;
}

/** Makes an element of SVG. */
export function svg<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: Child[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  fill(element, attributes, children);
  return element;
}

/** Sets an attribute if it differs, and removes it for null. */
export function setAttribute(element: Element, name: string, value: string | null): void {
  if (value === null) {
    element.removeAttribute(name);
  } else if (element.getAttribute(name) !== value) {
    element.setAttribute(name, value);
  }
}

/** Sets the text of an element if it differs, and keeps its node. */
export function setText(element: Element, text: string): void {
  const node = element.firstChild;
  if (node instanceof Text && node.nextSibling === null && text !== "") {
    if (node.data !== text) {
      node.data = text;
    }
  } else if (element.textContent !== text) {
    element.textContent = text;
  }
}

/** Makes a button. */
export function button(label: string, click: () => void, attributes: Attributes = {}): HTMLButtonElement {
  return h("button", { type: "button", click, ...attributes }, label);
}

/** Returns a text whose words between backquotes are code. */
export function withCode(text: string): (Node | string)[] {
  return text.split("`").map((part, at) => (at % 2 === 1 ? h("code", {}, part) : part));
}

/** Returns a text with a capital first letter. */
export function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns a text whose direction does not change the text around it, without an element. */
export function isolated(text: string): string {
  // A mark of direction inside could end the isolation.
  return `\u2068${text.replace(/[\u202a-\u202e\u2066-\u2069]/g, "")}\u2069`;
}

/** Returns 1 for the right arrow key, -1 for the left one, else 0. Alt leaves arrows to the browser. */
export function arrowStep({ key, altKey, ctrlKey, metaKey }: KeyboardEvent): number {
  const step = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
  return altKey || ctrlKey || metaKey ? 0 : step;
}

let labels = 0;

/** Makes a labelled field. */
export function field(label: string, control: HTMLElement, attributes: Attributes = {}): HTMLElement {
  control.id ||= `field-${labels++}`;
  return h("div", { class: "field", ...attributes }, h("label", { for: control.id }, label), control);
}

/** Makes a list to choose from, of values with their labels. */
export function select(
  options: readonly (readonly [string, string])[],
  value: string,
  change: (value: string) => void,
): HTMLSelectElement {
  const made = options.map(([value, label]) => h("option", { value }, label));
  const control = h("select", { change: () => change(control.value) }, ...made);
  control.value = value;
  return control;
}

/** Says something to screen readers. */
export function announce(text: string): void {
  const status = document.getElementById("announcer");
  if (status) {
    status.textContent = text;
  }
}
