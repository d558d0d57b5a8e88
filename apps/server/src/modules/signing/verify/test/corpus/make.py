"""Makes the corpus: python make.py OUT. See README.md for the versions and the authority (pki.yml)."""
import datetime, io, sys
import pikepdf
from asn1crypto import ocsp as asn1_ocsp
from certomancer import CertomancerConfig
from certomancer.registry import CertLabel, ServiceLabel
from freezegun import freeze_time
from pyhanko.pdf_utils.generic import pdf_name, pdf_string
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.pdf_utils import generic
from pyhanko.pdf_utils.content import RawContent
from pyhanko.sign import fields, signers
from pyhanko.sign.fields import MDPPerm, SigFieldSpec, SigSeedSubFilter
from pyhanko.sign.timestamps import DummyTimeStamper
from pyhanko_certvalidator import ValidationContext
from pyhanko_certvalidator.registry import SimpleCertificateStore
from pyhanko.stamp import TextStampStyle

OUT = sys.argv[1]
NOW = datetime.datetime(2031, 5, 6, 7, 8, 9, tzinfo=datetime.timezone.utc)
arch = CertomancerConfig.from_file('pki.yml').get_pki_arch('corpus')
cert = lambda n: arch.get_cert(CertLabel(n))
key = lambda n: arch.key_set.get_private_key(n)
open(f'{OUT}/root.pem', 'wb').write(__import__('asn1crypto.pem').pem.armor('CERTIFICATE', cert('root').dump()))

def signer(name, pss=False):
    store = SimpleCertificateStore(); store.register_multiple([cert('interm'), cert('root')])
    return signers.SimpleSigner(signing_cert=cert(name), signing_key=key(name), cert_registry=store, prefer_pss=pss)

def tsa():
    store = SimpleCertificateStore(); store.register(cert('interm'))
    return DummyTimeStamper(cert('tsa'), key('tsa'), certs_to_embed=store, fixed_dt=NOW)

def root_crl():
    # certomancer's lists name a distribution point, which our verifier takes for a list about a part of the certificates.
    from asn1crypto import crl as asn1_crl
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    issuer = x509.load_der_x509_certificate(cert('root').dump())
    private = serialization.load_pem_private_key(open('keys/root.pem', 'rb').read(), None)
    naive = NOW.replace(tzinfo=None)
    made = (x509.CertificateRevocationListBuilder().issuer_name(issuer.subject).last_update(naive)
        .next_update(naive + datetime.timedelta(days=90)).add_extension(x509.CRLNumber(1), False).sign(private, hashes.SHA256()))
    return asn1_crl.CertificateList.load(made.public_bytes(serialization.Encoding.DER))

def revocation():
    reg = arch.service_registry
    responder = reg.summon_responder(ServiceLabel('interm'), NOW)
    answers = []
    for name in ('signer', 'signer2', 'tsa'):
        cid = asn1_ocsp.CertId({'hash_algorithm': {'algorithm': 'sha1'}, 'issuer_name_hash': cert('interm').subject.sha1,
            'issuer_key_hash': cert('interm').public_key.sha1, 'serial_number': cert(name).serial_number})
        request = asn1_ocsp.OCSPRequest({'tbs_request': {'request_list': [{'req_cert': cid}]}})
        answers.append(responder.build_ocsp_response(request))
    return answers, [ROOT_CRL]

def context():
    ocsps, crls = revocation()
    return ValidationContext(trust_roots=[cert('root')], other_certs=[cert('interm'), cert('ocsp')], ocsps=ocsps, crls=crls,
        allow_fetching=False, moment=NOW, revocation_mode='soft-fail')

def shown(value): return f'/Tx BMC q 1 1 98 18 re W n BT /Helv 12 Tf 0 g 2 5.5 Td ({value}) Tj ET Q EMC'.encode()

def base(form=False, title=None, **save):
    pdf = pikepdf.new()
    pdf.add_blank_page(page_size=(595, 842))
    pdf.pages[0].Contents = pdf.make_stream(b'BT /F 12 Tf 72 700 Td (A contract) Tj ET')
    pdf.pages[0].Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F=pikepdf.Dictionary(Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica)))
    if title:
        with pdf.open_metadata() as meta:
            meta['dc:title'] = title; meta['xmp:ModifyDate'] = '2031-01-01T00:00:00Z'
    if form:
        font = pdf.make_indirect(pikepdf.Dictionary(Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica, Encoding=pikepdf.Name.WinAnsiEncoding))
        fonts = pikepdf.Dictionary(Font=pikepdf.Dictionary(Helv=font))
        ap = pdf.make_stream(shown('100'), Type=pikepdf.Name.XObject, Subtype=pikepdf.Name.Form, BBox=[0, 0, 100, 20], Resources=fonts)
        field = pdf.make_indirect(pikepdf.Dictionary(Type=pikepdf.Name.Annot, Subtype=pikepdf.Name.Widget, FT=pikepdf.Name.Tx, T='amount', V='100', Rect=[72, 600, 172, 620], P=pdf.pages[0].obj, AP=pikepdf.Dictionary(N=ap)))
        pdf.pages[0].Annots = pikepdf.Array([field])
        pdf.Root.AcroForm = pdf.make_indirect(pikepdf.Dictionary(Fields=pikepdf.Array([field]), DR=fonts, DA='/Helv 12 Tf 0 g'))
    out = io.BytesIO(); pdf.save(out, **save); out.seek(0); return out

def meta(name, level=None, **more):
    opts = dict(field_name=name, subfilter=SigSeedSubFilter.PADES, md_algorithm='sha256')
    if level in ('LT', 'LTA'): opts.update(embed_validation_info=True, validation_context=context())
    if level == 'LTA': opts.update(use_pades_lta=True)
    return signers.PdfSignatureMetadata(**opts | more)

def sign(source, name, who='signer', level=None, pss=False, spec=None, style=None, **more):
    writer = IncrementalPdfFileWriter(source)
    stamper = tsa() if level else None
    pdf_signer = signers.PdfSigner(meta(name, level, **more), signer=signer(who, pss), timestamper=stamper, new_field_spec=spec, stamp_style=style)
    out = io.BytesIO(); pdf_signer.sign_pdf(writer, output=out); out.seek(0); return out

def fill(source, value):
    writer = IncrementalPdfFileWriter(source)
    field = writer.root['/AcroForm']['/Fields'].raw_get(0)
    obj = field.get_object(); obj['/V'] = pdf_string(value); writer.mark_update(field)
    ap = obj['/AP'].raw_get('/N'); stream = ap.get_object(); stream._data = shown(value); stream._encoded_data = None; writer.mark_update(ap)
    out = io.BytesIO(); writer.write(out); out.seek(0); return out

def save(name, data): open(f'{OUT}/{name}.pdf', 'wb').write(data.getvalue())

ROOT_CRL = root_crl()
OBJ = dict(object_stream_mode=pikepdf.ObjectStreamMode.generate)
TABLE = dict(object_stream_mode=pikepdf.ObjectStreamMode.disable)
with freeze_time(NOW.replace(tzinfo=None)):
    save('b-t-object-streams', sign(base(**OBJ), 'One', level='T'))
    save('b-lt-pss', sign(base(**TABLE), 'One', level='LT', pss=True))
    save('b-lta-object-streams', sign(base(**OBJ), 'One', level='LTA'))
    save('b-lta-linearized', sign(base(linearize=True), 'One', level='LTA'))
    style = TextStampStyle(stamp_text='%(signer)s', border_width=1)
    first = sign(base(**TABLE), 'One', level='LT')
    save('two-visible', sign(first, 'Two', who='signer2', level='LTA', spec=SigFieldSpec('Two', box=(300, 40, 500, 90)), style=style))
    for perm in (1, 2):
        certified = sign(base(form=True, **TABLE), 'One', level='LT', certify=True, docmdp_permissions=MDPPerm(perm))
        save(f'certified-{perm}', certified)
        save(f'certified-{perm}-filled', fill(certified, '250'))
    save('approved-filled', fill(sign(base(form=True, **TABLE), 'One', level='LT'), '250'))
    empty = io.BytesIO(); w = IncrementalPdfFileWriter(base(**TABLE)); fields.append_signature_field(w, SigFieldSpec('Prepared', box=(50, 50, 150, 90))); w.write(empty); empty.seek(0)
    save('prepared-field', sign(empty, 'Prepared', level='LTA', style=style))
    save('pkcs7', sign(base(**TABLE), 'One', level='LT', subfilter=SigSeedSubFilter.ADOBE_PKCS7_DETACHED))
    # The first signer leaves the metadata as another program wrote it, the second one writes it anew.
    update_metadata, IncrementalPdfFileWriter._update_meta = IncrementalPdfFileWriter._update_meta, lambda self: None
    titled = sign(base(title='A contract & more', **TABLE), 'One', level='LT')
    IncrementalPdfFileWriter._update_meta = update_metadata
with freeze_time(NOW.replace(tzinfo=None) + datetime.timedelta(seconds=20)):
    save('metadata-updated', sign(titled, 'Two', who='signer2', level='LTA'))
