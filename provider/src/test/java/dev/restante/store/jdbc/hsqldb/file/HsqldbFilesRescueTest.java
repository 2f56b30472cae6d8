package dev.restante.store.jdbc.hsqldb.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.store.StoreException;
import dev.restante.store.jdbc.StoreFixture;
import dev.restante.store.jdbc.StoreRescue;
import dev.restante.store.jdbc.connect.StoreLocation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("the rescue of an embedded store")
final class HsqldbFilesRescueTest extends CrashedFilesFixture {

    @Test
    @DisplayName("the store drops an unfinished transaction at the end of an old log, and rejects it in the middle")
    void shouldNotHangOverAnOldStore() throws IOException {
        makeOld();
        String text = new String(log(), 0, textBytes(), StandardCharsets.ISO_8859_1);
        int last = text.lastIndexOf("INSERT INTO");
        String row = text.substring(last, text.indexOf('\n', last) + 1);
        Files.writeString(
                file(".log"),
                text + "/*C98*/SET SCHEMA PUBLIC\n" + row + "INSERT INTO RESTANTE_",
                StandardCharsets.ISO_8859_1);
        Path tornTail = StoreFixture.copyAsAfterACrash(crashed);
        Files.writeString(
                file(".log"),
                text + "/*C98*/SET SCHEMA PUBLIC\n" + row + "/*C99*/SET SCHEMA PUBLIC\n" + row + "COMMIT\n",
                StandardCharsets.ISO_8859_1);

        assertRefused(".log", "a transaction without an end");
        crashed = tornTail;
        assertThat(stored()).isEqualTo(sent);
    }

    private StoreRescue.RescueReport rescue() {
        Path rescued = folder.resolve("rescued").resolve("store");
        StoreRescue.RescueReport result =
                StoreRescue.rescue(new StoreLocation.Url("jdbc:hsqldb:file:" + crashed, "SA", ""), rescued);
        crashed = rescued;
        return result;
    }

    @ParameterizedTest(name = "at {0} % of the log")
    @ValueSource(ints = {30, 60, 100})
    @DisplayName("a rescue keeps all but the damaged commit group, reports its position, and changes no damaged file")
    void shouldRescue(int percent) throws IOException {
        List<FramedLogScan.LogPart> groups = groups();
        int broken = (groups.size() - 1) * percent / 100;
        int at = (int) (groups.get(broken).textEnd() - 20);
        flip(".log", at);
        Path damaged = crashed;
        Map<String, String> before = contents();

        StoreRescue.RescueReport result = rescue();

        assertThat(result.damagedRanges()).singleElement().satisfies(loss -> {
            assertThat(loss.file()).isEqualTo(Path.of(damaged + ".log"));
            assertThat((long) at).isBetween(loss.startByte(), loss.endByte() - 1);
            assertThat(loss.statements()).isPositive();
        });
        assertThat(stored()).isSubsetOf(sent).hasSizeBetween(MESSAGES - 1, MESSAGES);
        crashed = damaged;
        assertThat(contents()).isEqualTo(before);
    }

    @Test
    @DisplayName("a rescue without a log keeps the last checkpoint, and a rescue of an intact store keeps everything")
    void shouldRescueWithoutLog() throws IOException {
        Path whole = crashed;
        Path without = StoreFixture.copyAsAfterACrash(crashed);
        assertThat(rescue().damagedRanges()).isEmpty();
        assertThat(stored()).isEqualTo(sent);

        crashed = without;
        Files.delete(file(".log"));
        Path target = folder.resolve("rescued too").resolve("store");
        StoreRescue.RescueReport result =
                StoreRescue.rescue(new StoreLocation.Url("jdbc:hsqldb:file:" + crashed, "SA", ""), target);
        assertThat(result.damagedRanges()).singleElement().satisfies(loss -> assertThat(loss.reason())
                .contains("all changes since the last checkpoint are lost"));
        crashed = target;
        assertThat(stored()).isEqualTo(sent.subList(0, 4));
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(
                        () -> StoreRescue.rescue(new StoreLocation.Url("jdbc:hsqldb:file:" + whole, "SA", ""), target))
                .withMessageContaining("already");
    }

    @Test
    @DisplayName("a rescue succeeds on a store that made an earlier version hang")
    void shouldRescueATangledLog() throws IOException {
        makeOld();
        String text = new String(log(), 0, textBytes(), StandardCharsets.ISO_8859_1);
        int last = text.lastIndexOf("INSERT INTO");
        String row = text.substring(last, text.indexOf('\n', last) + 1);
        Files.writeString(
                file(".log"),
                text + "/*C98*/SET SCHEMA PUBLIC\n" + row + "/*C99*/SET SCHEMA PUBLIC\n"
                        + "DELETE FROM RESTANTE_DELIVERY WHERE ID=1\n" + "COMMIT\n",
                StandardCharsets.ISO_8859_1);

        StoreRescue.RescueReport result = rescue();

        assertThat(result.damagedRanges()).hasSize(1);
        assertThat(result.damagedRanges().get(0).startByte())
                .isEqualTo(text.length() + "/*C98*/SET SCHEMA PUBLIC\n".length());
        assertThat(stored()).isEqualTo(sent);
    }

    @Test
    @DisplayName("a rescue omits transactions that HSQLDB cannot repeat")
    void shouldLeaveOutWhatCanNotBeRepeated() throws IOException {
        makeOld();
        String text = new String(log(), 0, textBytes(), StandardCharsets.ISO_8859_1);
        int middle = text.indexOf("COMMIT\n", text.length() / 2) + "COMMIT\n".length();
        Files.writeString(
                file(".log"),
                text.substring(0, middle) + "/*C98*/INSERT INTO NOWHERE VALUES(1)\n/*C98*/COMMIT\n" + "/*C97*/"
                        + text.substring(middle),
                StandardCharsets.ISO_8859_1);

        StoreRescue.RescueReport result = rescue();

        assertThat(result.damagedRanges()).singleElement().satisfies(loss -> assertThat(loss.reason())
                .contains("HSQLDB cannot replay the transaction"));
        assertThat(stored()).isEqualTo(sent);
    }
}
