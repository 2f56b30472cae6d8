package dev.restante.model.codec;

import dev.restante.model.RepeatedSendSchedule;
import dev.restante.option.CatchUpPolicy;
import org.jspecify.annotations.Nullable;

/** Stored form of a {@link RepeatedSendSchedule} within a message header section. */
final class RepeatedSendScheduleCodec {

    private static final int CATCH_UP_BITS = 0b11;
    private static final int CRON = 1 << 2;

    private RepeatedSendScheduleCodec() {}

    static void write(ByteWriter writer, RepeatedSendSchedule repeatSchedule) {
        String cron = repeatSchedule.cron();
        writer.writeByte(code(repeatSchedule.catchUp()) | (cron == null ? 0 : CRON));
        writer.writeSigned(repeatSchedule.startMillis());
        writer.writeSigned(repeatSchedule.initialDelayMillis());
        writer.writeSigned(repeatSchedule.periodMillis());
        writer.writeSigned(repeatSchedule.repeatCount());
        if (cron != null) {
            writer.writeString(cron);
            String timeZone = repeatSchedule.timeZone();
            writer.writeString(timeZone == null ? "" : timeZone);
        }
    }

    static RepeatedSendSchedule read(ByteReader reader) {
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
        return new RepeatedSendSchedule(
                startMillis, leadMillis, periodMillis, repeat, cron, timeZone, catchUp(kinds & CATCH_UP_BITS));
    }

    private static int code(CatchUpPolicy catchUp) {
        return switch (catchUp) {
            case ONE -> 0;
            case NONE -> 1;
            case ALL -> 2;
        };
    }

    private static CatchUpPolicy catchUp(int code) {
        return switch (code) {
            case 0 -> CatchUpPolicy.ONE;
            case 1 -> CatchUpPolicy.NONE;
            case 2 -> CatchUpPolicy.ALL;
            default -> throw new CorruptDataException("unknown code of a catch-up policy: " + code);
        };
    }
}
