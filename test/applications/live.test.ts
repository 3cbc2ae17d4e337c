import { expect, test } from 'vitest';
import { agree, answer, nameOf, newApplicant } from '#test/factories/applicants.ts';
import { testPortal } from '#test/portal.ts';
import { shows } from '#test/shown.ts';

/** A portal with the configuration for a real agency. These tests send nothing to it. */
const portal = await testPortal({
  environment: { CRA: 'https', CRA_URL: 'https://agency.example', CRA_API_KEY: 'key-of-the-agency' },
});

test.each(['000-12-3456', '666-12-3456', '900-00-0001', '123-00-4567', '123-45-0000'])(
  'with a live agency %s is refused: it was never issued',
  async (ssn) => {
    const applicant = await newApplicant(portal);
    for (let consent = 0; consent < 3; consent += 1) await agree(applicant);
    await answer(applicant, { selected_jurisdictions: [], none: 'YES' });
    const refused = await answer(applicant, nameOf(ssn)).catch((error) => error);
    expect(refused).toMatchObject({ code: 'applications.ssn-never-issued', options: { field: 'ssn' } });
    expect(JSON.stringify(refused)).not.toContain(ssn);
    shows('application.ssn-never-issued', refused.text);
  },
);
