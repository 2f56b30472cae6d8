package dev.restante.model;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** Version of this Restante build, read from a resource. */
public final class ProductVersion {

    /** Name of the release, such as {@code 1.2.3} or {@code 1.2.3-SNAPSHOT}. */
    public static final String TEXT = read();

    private ProductVersion() {}

    private static String read() {
        try (InputStream resource = ProductVersion.class.getResourceAsStream("/dev/restante/version.properties")) {
            if (resource == null) {
                throw new IllegalStateException("The resource dev/restante/version.properties is missing");
            }
            Properties properties = new Properties();
            properties.load(resource);
            return properties.getProperty("version", "0.0");
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
