package dev.restante.jms;

import dev.restante.jms.message.VendorProperties;
import jakarta.jms.ConnectionMetaData;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Properties;

/** Names and versions (GEN-13). The provider's version is written into a resource by the build. */
final class RestanteMetaData implements ConnectionMetaData {

    static final RestanteMetaData INSTANCE = new RestanteMetaData(readVersion());

    private final String version;
    private final int major;
    private final int minor;

    private RestanteMetaData(String version) {
        this.version = version;
        String[] parts = version.split("[.-]", -1);
        this.major = Integer.parseInt(parts[0]);
        this.minor = Integer.parseInt(parts[1]);
    }

    private static String readVersion() {
        try (InputStream resource = RestanteMetaData.class.getResourceAsStream("/dev/restante/version.properties")) {
            if (resource == null) {
                throw new java.lang.IllegalStateException("the resource dev/restante/version.properties is missing");
            }
            Properties properties = new Properties();
            properties.load(resource);
            return properties.getProperty("version", "0.0");
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    public String getJMSVersion() {
        return "3.1";
    }

    @Override
    public int getJMSMajorVersion() {
        return 3;
    }

    @Override
    public int getJMSMinorVersion() {
        return 1;
    }

    @Override
    public String getJMSProviderName() {
        return "Restante";
    }

    @Override
    public String getProviderVersion() {
        return version;
    }

    @Override
    public int getProviderMajorVersion() {
        return major;
    }

    @Override
    public int getProviderMinorVersion() {
        return minor;
    }

    @Override
    public Enumeration<String> getJMSXPropertyNames() {
        return Collections.enumeration(
                List.of(VendorProperties.GROUP_ID, VendorProperties.GROUP_SEQUENCE, VendorProperties.DELIVERY_COUNT));
    }
}
