-- AlterTable
ALTER TABLE "session" ADD COLUMN     "reauthenticationMethod" "sign_in_method";
