package dev.restante.feature.outage;

import dev.restante.testing.SharedServer;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Silences of a shared database, in which no call hangs. */
@Timeout(value = 4, unit = TimeUnit.MINUTES)
abstract class SilentStoreContract extends SilentStoreCalls {

    SilentStoreContract(SharedServer server) {
        super(server);
    }

    @ParameterizedTest(name = "RCV-19, SND-09 no call hangs or reports a wrong result while the store is {0}")
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "READ_ONLY")
    void shouldEndEachCall(Silence silence) throws Exception {
        assertAllEnd(silence);
    }

    @ParameterizedTest(name = "RCV-19 no call through an application data source hangs while the store is {0}")
    @EnumSource(names = {"SILENT", "HALF_OPEN", "LOCKED"})
    void shouldEndEachCallByGivenDataSource(Silence silence) throws Exception {
        assertAllEndByGivenDataSource(silence);
    }
}
