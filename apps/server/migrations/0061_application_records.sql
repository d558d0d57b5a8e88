-- The record of an application is a sealed document too. Its subject is the digest of its content, because answers and
-- papers of an application can change and a sealed document cannot.
alter table issued_documents drop constraint issued_documents_kind_check;
alter table issued_documents add constraint issued_documents_kind_check
  check (kind in ('reference', 'receipt', 'application'));
