package dev.restante.jms;

import dev.restante.jms.message.VendorProperties;
import dev.restante.model.ProductVersion;
import jakarta.jms.ConnectionMetaData;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;

/** Connection metadata: JMS version, provider name and provider version (GEN-13). */
final class RestanteMetaData implements ConnectionMetaData {

    static final RestanteMetaData INSTANCE = new RestanteMetaData(ProductVersion.TEXT);

    private final String version;
    private final int major;
    private final int minor;

    private RestanteMetaData(String version) {
        this.version = version;
        String[] parts = version.split("[.-]", -1);
        this.major = Integer.parseInt(parts[0]);
        this.minor = Integer.parseInt(parts[1]);
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
