export { type FailingSandbox, failIfAsked, planFaults, withFaults } from './faults.ts';
