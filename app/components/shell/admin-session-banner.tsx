import { Form } from '@remix-run/react';

/** 'Admin Session for user {email}' and a button to end it, on every page of an admin session (doc1 §2, D16). */
export function AdminSessionBanner({ emailaddress }: { emailaddress: string }) {
  return (
    <section className="admin-session" aria-label="Admin session">
      <span>Admin Session for user {emailaddress}</span>
      <Form method="post" action="/endusersession" reloadDocument>
        <button type="submit" className="linkbtn">
          Exit Admin Session
        </button>
      </Form>
    </section>
  );
}
