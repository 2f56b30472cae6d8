package dev.restante.model.codec;

import dev.restante.model.Repetition;
import dev.restante.option.CatchUp;
import org.jspecify.annotations.Nullable;

/** The stored form of a {@link Repetition}, within that of its message's head. */
final class RepetitionCodec {

    private static final int CATCH_UP_BITS = 0b11;
    private static final int CRON = 1 << 2;

    private RepetitionCodec() {}

    static void write(ByteWriter writer, Repetition repetition) {
        String cron = repetition.cron();
        writer.writeByte(code(repetition.catchUp()) | (cron == null ? 0 : CRON));
        writer.writeSigned(repetition.startMillis());
        writer.writeSigned(repetition.leadMillis());
        writer.writeSigned(repetition.periodMillis());
        writer.writeSigned(repetition.repeat());
        if (cron != null) {
            writer.writeString(cron);
            String timeZone = repetition.timeZone();
            writer.writeString(timeZone == null ? "" : timeZone);
        }
    }

    static Repetition read(ByteReader reader) {
        int kinds = reader.readByte();
        long startMillis = reader.readSigned();
        long leadMillis = reader.readSigned();
        long periodMillis = reader.readSigned();
        int repeat = (int) reader.readSigned();
        @Nullable String cron = null;
        @Nullable String timeZone = null;
        if ((kinds & CRON) != 0) {
            cron = reader.readString();
            timeZone = reader.readString();
        }
        return new Repetition(
                startMillis, leadMillis, periodMillis, repeat, cron, timeZone, catchUp(kinds & CATCH_UP_BITS));
    }

    private static int code(CatchUp catchUp) {
        return switch (catchUp) {
            case ONE -> 0;
            case NONE -> 1;
            case ALL -> 2;
        };
    }

    private static CatchUp catchUp(int code) {
        return switch (code) {
            case 0 -> CatchUp.ONE;
            case 1 -> CatchUp.NONE;
            case 2 -> CatchUp.ALL;
            default -> throw new CorruptMessageException("no way to catch up has code " + code);
        };
    }
}
