package dev.restante.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.KeyStore.PasswordProtection;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** Certificate authority of a test, with certificates for a server on localhost and for a client. */
public final class TestCertificates {

    /** Password of the client's key. */
    public static final String PASSWORD = "changeit";

    private static final String AUTHORITY = "authority";
    private static final String SERVER = "server";

    /** Alias that the driver of PostgreSQL expects. */
    private static final String CLIENT = "user";

    private final Path folder;
    private final Path all;

    private TestCertificates(Path folder) {
        this.folder = folder;
        this.all = folder.resolve("all.p12");
    }

    /**
     * Creates the certificates.
     *
     * @param folder an empty folder for the files
     * @param client the common name in the client's certificate
     */
    public static TestCertificates make(Path folder, String client) throws IOException, GeneralSecurityException {
        TestCertificates made = new TestCertificates(folder);
        made.keytool(AUTHORITY, "-dname", "CN=authority of a test", "-ext", "bc:c", "-ext", "ku:c=keyCertSign,cRLSign");
        made.keytool(SERVER, "-signer", AUTHORITY, "-dname", "CN=localhost", "-ext", "san=dns:localhost");
        made.keytool(CLIENT, "-signer", AUTHORITY, "-dname", "CN=" + client);
        made.write();
        return made;
    }

    /** Creates a certificate authority without certificates. */
    public static TestCertificates stranger(Path folder) throws IOException, GeneralSecurityException {
        TestCertificates made = new TestCertificates(folder);
        made.keytool(AUTHORITY, "-dname", "CN=authority of a test", "-ext", "bc:c", "-ext", "ku:c=keyCertSign,cRLSign");
        made.writePem(
                "ca.pem", "CERTIFICATE", made.load().getCertificate(AUTHORITY).getEncoded());
        return made;
    }

    private void keytool(String alias, String... options) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                alias,
                "-keyalg",
                "RSA",
                "-keysize",
                "2048",
                "-validity",
                "2",
                "-keystore",
                all.toString(),
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD));
        command.addAll(List.of(options));
        Path output = folder.resolve("keytool");
        try {
            Process keytool = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            if (keytool.waitFor() != 0) {
                throw new IOException(Files.readString(output));
            }
        } catch (InterruptedException e) {
            throw new IOException("interrupted", e);
        }
    }

    private KeyStore load() throws IOException, GeneralSecurityException {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream content = Files.newInputStream(all)) {
            keys.load(content, PASSWORD.toCharArray());
        }
        return keys;
    }

    private void write() throws IOException, GeneralSecurityException {
        KeyStore keys = load();
        writePem("ca.pem", "CERTIFICATE", keys.getCertificate(AUTHORITY).getEncoded());
        writePem("server.pem", "CERTIFICATE", keys.getCertificate(SERVER).getEncoded());
        Key key = keys.getKey(SERVER, PASSWORD.toCharArray());
        Path keyFile = writePem("server.key", "PRIVATE KEY", key.getEncoded());
        // Servers reject a key that other users can read.
        Files.setPosixFilePermissions(keyFile, PosixFilePermissions.fromString("rw-------"));
        PasswordProtection password = new PasswordProtection(PASSWORD.toCharArray());
        KeyStore client = KeyStore.getInstance("PKCS12");
        client.load(null, null);
        client.setEntry(CLIENT, keys.getEntry(CLIENT, password), password);
        try (OutputStream content = Files.newOutputStream(folder.resolve("client.p12"))) {
            client.store(content, PASSWORD.toCharArray());
        }
    }

    private Path writePem(String name, String kind, byte[] content) throws IOException {
        Base64.Encoder encoder = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII));
        return Files.writeString(
                folder.resolve(name),
                "-----BEGIN " + kind + "-----\n" + encoder.encodeToString(content) + "\n-----END " + kind + "-----\n");
    }

    /** Returns one of {@code ca.pem}, {@code server.pem}, {@code server.key} and {@code client.p12}. */
    public Path file(String name) {
        return folder.resolve(name);
    }
}
