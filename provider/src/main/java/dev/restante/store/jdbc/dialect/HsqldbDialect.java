package dev.restante.store.jdbc.dialect;

/** HSQLDB 2.7: CACHED tables, multi-version transaction control. */
public record HsqldbDialect() implements Dialect {

    private static final String[] NOTHING = {};

    @Override
    public String name() {
        return "HSQLDB";
    }

    @Override
    public String schemaFolder() {
        return "hsqldb";
    }

    @Override
    public boolean arrays() {
        return false;
    }

    @Override
    public boolean bornTogether() {
        return true;
    }

    @Override
    public String alongIndex() {
        return " USING INDEX";
    }

    @Override
    public String forUpdate() {
        return "";
    }

    /** Nobody else is there: a dead incarnation was another process, whose transactions have ended with it. */
    @Override
    public String forUpdateOfFree() {
        return "";
    }

    @Override
    public String forShare() {
        return "";
    }

    @Override
    public String nextEntityId() {
        return "CALL NEXT VALUE FOR restante_entity_id";
    }

    @Override
    public String[] writerSettings(long lockMillis) {
        return NOTHING;
    }

    @Override
    public String[] writerSettingsUndone() {
        return NOTHING;
    }

    @Override
    public String[] transactionSettings(long lockMillis) {
        return NOTHING;
    }

    @Override
    public boolean keepsSessions() {
        return true;
    }

    @Override
    public String[] batchSettings(long lockMillis) {
        return NOTHING;
    }

    @Override
    public String[] hurry() {
        return NOTHING;
    }

    /** Its statements wait for locks as long as others have them; see {@code OutsideThreads}. */
    @Override
    public String connectionSettings(long lockMillis) {
        return "";
    }
}
