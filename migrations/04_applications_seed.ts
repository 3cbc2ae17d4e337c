import { createHash } from 'node:crypto';
import { firstConsents, providers } from './04_applications_consents.ts';

function quoted(value: string | null): string {
  return value === null ? 'null' : `'${value.replaceAll("'", "''")}'`;
}

/** What the catalogue holds from the first day on: providers, their documents, packages, steps, jurisdictions. */
export function seedStatements(): string[] {
  const statements: string[] = [];
  for (const provider of providers) {
    const { craid, name, supportPhone, supportEmail, mailAddress } = provider;
    const values = [craid, name, supportPhone, supportEmail, mailAddress].map(quoted).join(', ');
    statements.push(`
      insert into screening_provider (craid, name, support_phone, support_email, mail_address) values (${values});
    `);
    for (const { kind, title, body, acknowledgementText, requiresSignature } of firstConsents(provider)) {
      const hash = createHash('sha256')
        .update([title, body, acknowledgementText ?? ''].join('\n'))
        .digest('hex');
      statements.push(`
        insert into consent_document
          (id, kind, craid, version, title, body, acknowledgement_text, requires_signature, content_hash, in_force_from)
        values (gen_random_uuid(), '${kind}', '${craid}', 1, ${quoted(title)}, ${quoted(body)},
          ${quoted(acknowledgementText)}, ${requiresSignature}, '${hash}', timestamptz '2025-01-01');
      `);
    }
  }
  statements.push(`
    insert into screening_package (id, craid, crapackageid, package_descrip, full_package_descrip, base_price_cents,
      renewal_price_cents, renewal_years, selection_criteria, exclusion_criteria, position)
    values
      ('018f0000-0000-7000-8000-000000000001', '2', 'NATIONAL', 'National Background Check',
       'Identity and SSN trace, county and federal criminal records, sex offender registries and watch lists in the whole country',
       7900, 7900, 1, null, 'state=NY', 1),
      ('018f0000-0000-7000-8000-000000000002', '2', 'NEWYORK', 'New York Background Check',
       'All of the national check, and the statewide search of the New York courts',
       9900, 9900, 1, 'state=NY', null, 2);

    insert into package_step (package_id, position, step_key, page_type, consent_kind, title)
    select package.id, step.*
    from screening_package package
    cross join (values
      (1, 'esign', 'consent', 'esign', 'E-sign consent'),
      (2, 'disclosure', 'consent', 'disclosure', 'Disclosure'),
      (3, 'authorization', 'consent', 'authorization', 'Authorization'),
      (4, 'jurisdictions', 'select_jurisdictions', null, 'Jurisdictions'),
      (5, 'name', 'collect_details', null, 'Your name'),
      (6, 'address', 'collect_details', null, 'Your addresses'),
      (7, 'submit', 'collect_details', null, 'Review and submit'),
      (8, 'review', 'review_inprogress', null, 'In progress')
    ) as step (position, step_key, page_type, consent_kind, title);

    insert into jurisdiction (abbr, description, position) values
      ('CA', 'California', 1), ('ME', 'Maine', 2), ('MA', 'Massachusetts', 3), ('MN', 'Minnesota', 4),
      ('NJ', 'New Jersey', 5), ('NY', 'New York', 6), ('OK', 'Oklahoma', 7), ('WA', 'Washington', 8);
  `);
  return statements;
}
