// The library's script registers a passkey; then the page is asked for anew, and no form sent twice.
document.addEventListener("otp_webauthn.register_complete", () => location.replace(location.pathname));
