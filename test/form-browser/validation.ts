/** Which controls keep a form from being sent: the constraint validation of HTML, as far as it works without script. */
import { isDisabled } from './controls.ts';
import { type DomElement, radioGroupOf } from './dom.ts';
import { controlsOf } from './form-data.ts';

/** From the HTML standard. */
const emailAddress =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

const withLength = ['text', 'search', 'tel', 'url', 'email', 'password'];
const ranged = ['number', 'range', 'date', 'month', 'week', 'time', 'datetime-local'];

/** The controls with a value that the page does not accept. */
export function invalidControlsOf(form: DomElement): DomElement[] {
  return controlsOf(form).filter((control) => faultOf(control) !== null);
}

/** The name of the constraint that a control breaks, as in ValidityState; null if it is valid. */
export function faultOf(control: DomElement): string | null {
  if (!isValidated(control)) return null;
  if (isMissing(control)) return 'valueMissing';
  const { value, type, name } = control;
  if (value === '' || name === 'select') return null;
  const isText = name === 'textarea' || withLength.includes(type);
  if (isText && control.typed !== undefined && value.length < Number(control.getAttribute('minlength') ?? 0))
    return 'tooShort';
  if (name === 'textarea') return null;
  if (type === 'email' && !emailsOf(control).every((each) => emailAddress.test(each))) return 'typeMismatch';
  if (type === 'url' && !URL.canParse(value)) return 'typeMismatch';
  if (withLength.includes(type) && !fitsPattern(control)) return 'patternMismatch';
  return ranged.includes(type) ? rangeFaultOf(control) : null;
}

function isValidated(control: DomElement): boolean {
  if (!['input', 'select', 'textarea'].includes(control.name) || isDisabled(control)) return false;
  if (control.closest('datalist')) return false;
  if (control.name === 'input' && ['hidden', 'button', 'reset', 'submit', 'image'].includes(control.type))
    return false;
  return !(control.hasAttribute('readonly') && control.name !== 'select');
}

function isMissing(control: DomElement): boolean {
  if (control.name === 'input' && control.type === 'radio') {
    const group = radioGroupOf(control);
    return group.some((radio) => radio.hasAttribute('required')) && !group.some((radio) => radio.checked);
  }
  if (!control.hasAttribute('required')) return false;
  if (control.name === 'input' && control.type === 'checkbox') return !control.checked;
  return control.value === '';
}

function emailsOf(control: DomElement): string[] {
  return control.hasAttribute('multiple')
    ? control.value.split(',').map((each) => each.trim())
    : [control.value];
}

function fitsPattern(control: DomElement): boolean {
  const pattern = control.getAttribute('pattern');
  if (!pattern) return true;
  const whole = new RegExp(`^(?:${pattern})$`, 'v');
  return (control.type === 'email' ? emailsOf(control) : [control.value]).every((value) => whole.test(value));
}

function rangeFaultOf(control: DomElement): string | null {
  const { value, type } = control;
  const min = control.getAttribute('min');
  const max = control.getAttribute('max');
  const isNumber = type === 'number' || type === 'range';
  // Dates and times are written such that the texts have the order of the moments.
  const below = (one: string, other: string) => (isNumber ? Number(one) < Number(other) : one < other);
  if (min && below(value, min)) return 'rangeUnderflow';
  if (max && below(max, value)) return 'rangeOverflow';
  const step = control.getAttribute('step') ?? '1';
  if (!isNumber || step === 'any') return null;
  const base = Number(min ?? control.getAttribute('value') ?? 0);
  const steps = (Number(value) - base) / Number(step);
  return Math.abs(steps - Math.round(steps)) < 1e-9 ? null : 'stepMismatch';
}
