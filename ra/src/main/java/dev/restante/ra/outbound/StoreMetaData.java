package dev.restante.ra.outbound;

import jakarta.resource.spi.ManagedConnectionMetaData;

/**
 * Metadata of a managed connection: product, version and user.
 *
 * @param user the user, or an empty text for the configured user
 */
record StoreMetaData(String version, String user) implements ManagedConnectionMetaData {

    @Override
    public String getEISProductName() {
        return "Restante";
    }

    @Override
    public String getEISProductVersion() {
        return version;
    }

    /** Returns 0 for no limit. */
    @Override
    public int getMaxConnections() {
        return 0;
    }

    @Override
    public String getUserName() {
        return user;
    }
}
