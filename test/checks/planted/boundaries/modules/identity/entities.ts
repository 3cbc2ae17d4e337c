export class Account {}
